import type { Logger } from 'pino';
import type { ErrorCode } from './codes.ts';
import { toFerrymanError } from './ferryman-error.ts';

/**
 * Logs an outage twice: when it begins, and when it is over, with its length and how many failures it took. Whatever is tried again and again
 * (a loop, a connection, an endpoint) tells it what came of each try.
 *
 * An outage belongs to a component, such as the journal, and may show in several sources, such as the loops that read it. It is over when each
 * loop or connection in which it showed has worked again. What is only tried when a swap needs it is not waited for: that may be never again.
 */
export interface OutageLog {
  /** Something that was tried by `source` failed. */
  failed(source: string, error: unknown, options?: FailureOptions): void;
  /** Costs nothing where the source did not fail before. */
  succeeded(source: string): void;
}

interface FailureOptions {
  /** What is away. Default: the store that the error's code names, else the source. */
  component?: string | undefined;
  /** The source does not try again by itself. */
  isOccasional?: boolean;
}

interface Outage {
  since: number;
  failures: number;
  codes: Set<ErrorCode>;
  /** By whether it tries again by itself. */
  sources: Map<string, boolean>;
}

/** Stores that all parts of a process share. */
const stores: Partial<Readonly<Record<ErrorCode, string>>> = {
  JOURNAL_UNAVAILABLE: 'journal',
  REDIS_UNAVAILABLE: 'redis',
};

/** Whether the error says that a store is away, which is no fault of what was tried. */
export function isStoreDown(error: unknown): boolean {
  return stores[toFerrymanError(error).code] !== undefined;
}

export function createOutageLog(logger: Pick<Logger, 'warn'>, now: () => number = Date.now): OutageLog {
  const outages = new Map<string, Outage>();
  /** In which outages a source has shown failures since it last worked. */
  const showing = new Map<string, Set<string>>();

  return {
    failed(source, cause, { component: given, isOccasional = false } = {}) {
      const { code, message } = toFerrymanError(cause);
      const component = stores[code] ?? given ?? source;
      const outage = outages.get(component) ?? { since: now(), failures: 0, codes: new Set(), sources: new Map() };
      outages.set(component, outage);
      showing.set(source, (showing.get(source) ?? new Set()).add(component));
      outage.sources.set(source, !isOccasional);
      outage.failures += 1;
      if (outage.codes.has(code)) return;
      outage.codes.add(code);
      logger.warn({ component, source, code, reason: message }, 'failing; it is tried again until it works');
    },

    succeeded(source) {
      const components = showing.get(source);
      if (!components) return;
      showing.delete(source);
      for (const component of components) {
        const outage = outages.get(component);
        if (!outage?.sources.delete(source)) continue;
        if ([...outage.sources.values()].includes(true)) continue;
        outages.delete(component);
        const { failures, codes, since } = outage;
        const seconds = Math.round((now() - since) / 100) / 10;
        // As loud as its beginning: whoever reads that is to read this too.
        logger.warn({ component, codes: [...codes], failures, seconds }, 'recovered');
      }
    },
  };
}
