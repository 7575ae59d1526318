import type { Logger } from 'pino';
import type { ErrorCode } from './codes.ts';
import { toFerrymanError } from './ferryman-error.ts';

/**
 * Logs an outage twice: when it begins, and when it is over, with its length and its number of
 * failures. Each source that tries again (a loop, a connection, an endpoint) reports every result.
 *
 * An outage belongs to a component, such as the journal, and may show in several sources, such as
 * the loops that read it. It is over when each source that tries again by itself has worked.
 * Occasional sources are not waited for: they may never run again.
 */
export interface OutageLog {
  /** A try of `source` failed. */
  failed(source: string, error: unknown, options?: FailureOptions): void;
  /** Costs nothing where the source did not fail before. */
  succeeded(source: string): void;
}

interface FailureOptions {
  /** What is down. The store that the error's code names comes first. Default: the source. */
  component?: string | undefined;
  /** The source does not try again by itself. */
  isOccasional?: boolean;
}

interface Outage {
  since: number;
  failures: number;
  codes: Set<ErrorCode>;
  /** Whether each source tries again by itself. */
  sources: Map<string, boolean>;
}

/** Stores that all parts of a process share. */
const stores: Partial<Readonly<Record<ErrorCode, string>>> = {
  JOURNAL_UNAVAILABLE: 'journal',
  REDIS_UNAVAILABLE: 'redis',
};

/** Whether the error means that a store is down, and nothing is wrong with what was tried. */
export function isStoreDown(error: unknown): boolean {
  return stores[toFerrymanError(error).code] !== undefined;
}

export function createOutageLog(
  logger: Pick<Logger, 'warn'>,
  now: () => number = Date.now,
): OutageLog {
  const outages = new Map<string, Outage>();
  /** By source: the components whose outages it has shown since it last worked. */
  const showing = new Map<string, Set<string>>();

  return {
    failed(source, cause, { component: given, isOccasional = false } = {}) {
      const { code, message } = toFerrymanError(cause);
      const component = stores[code] ?? given ?? source;
      const outage = outages.get(component) ?? {
        since: now(),
        failures: 0,
        codes: new Set(),
        sources: new Map(),
      };
      outages.set(component, outage);
      showing.set(source, (showing.get(source) ?? new Set()).add(component));
      outage.sources.set(source, !isOccasional);
      outage.failures += 1;
      if (outage.codes.has(code)) return;
      outage.codes.add(code);
      logger.warn(
        { component, source, code, reason: message },
        'failing; it is tried again until it works',
      );
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
        // The same level as the beginning: a reader who sees that line must see this one.
        logger.warn({ component, codes: [...codes], failures, seconds }, 'recovered');
      }
    },
  };
}
