import type { Logger } from 'pino';
import type { ErrorCode } from './codes.ts';
import { toFerrymanError } from './ferryman-error.ts';

/**
 * Logs an outage twice: when it begins, and when it is over, with its duration and number of
 * failures. Each source that retries (a loop, a connection, an endpoint) reports every result.
 *
 * An outage belongs to a component, such as the journal, and may show in several sources, such as
 * the loops that read it. It is over when each source that retries by itself has succeeded.
 * Occasional sources do not count: they may never run again.
 */
export interface OutageLog {
  /** An attempt of `source` failed. */
  failed(source: string, error: unknown, options?: FailureOptions): void;
  /** Costs nothing if the source has not failed before. */
  succeeded(source: string): void;
  /** What is down in this process at the moment. */
  current(): CurrentOutage[];
}

export interface CurrentOutage {
  component: string;
  /** Milliseconds since the epoch. */
  since: number;
  /** The code of its newest error. */
  code: ErrorCode;
}

interface FailureOptions {
  /**
   * The component that is down. A store that the error's code names takes precedence. Default: the
   * source.
   */
  component?: string | undefined;
  /** The source does not retry by itself. */
  isOccasional?: boolean;
}

interface Outage {
  since: number;
  failures: number;
  codes: Set<ErrorCode>;
  code: ErrorCode;
  /** Whether each source retries by itself. */
  sources: Map<string, boolean>;
}

/** Stores that all parts of a process share. */
const stores: Partial<Readonly<Record<ErrorCode, string>>> = {
  JOURNAL_UNAVAILABLE: 'journal',
  REDIS_UNAVAILABLE: 'redis',
};

/** Whether the error means that a store is down, not that the operation itself is faulty. */
export function isStoreDown(error: unknown): boolean {
  return stores[toFerrymanError(error).code] !== undefined;
}

export function createOutageLog(
  logger: Pick<Logger, 'warn'>,
  now: () => number = Date.now,
): OutageLog {
  const outages = new Map<string, Outage>();
  /** By source: the components it has reported as failing since it last succeeded. */
  const showing = new Map<string, Set<string>>();

  return {
    failed(source, cause, { component: given, isOccasional = false } = {}) {
      const { code, message } = toFerrymanError(cause);
      const component = stores[code] ?? given ?? source;
      const outage = outages.get(component) ?? {
        since: now(),
        failures: 0,
        codes: new Set(),
        code,
        sources: new Map(),
      };
      outages.set(component, outage);
      showing.set(source, (showing.get(source) ?? new Set()).add(component));
      outage.sources.set(source, !isOccasional);
      outage.failures += 1;
      outage.code = code;
      if (outage.codes.has(code)) return;
      outage.codes.add(code);
      logger.warn(
        { component, source, code, reason: message },
        'component is failing; Ferryman retries until it works',
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
        // The same level as the first line: a reader who sees that one must see this one.
        logger.warn({ component, codes: [...codes], failures, seconds }, 'recovered');
      }
    },

    current: () =>
      Array.from(outages, ([component, { since, code }]) => ({ component, since, code })),
  };
}
