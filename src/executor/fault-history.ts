import type { ErrorCode } from '../errors/codes.ts';
import type { ExecutorContext } from './context.ts';

export interface Fault {
  code: ErrorCode;
  /** What is wrong, in words. */
  reason: string;
}

export interface DatedFault extends Fault {
  component: string;
  /** When this process first noticed, in ISO 8601. */
  since: string;
}

/** Remembers since when components have been failing. */
export interface FaultHistory {
  /** The components that are failing, with the time when they began to. */
  date(answers: readonly { component: string; fault: Fault | undefined }[]): DatedFault[];
}

/** What the log of outages calls the components that it has another name for. */
const outageOf: Readonly<Record<string, string>> = {
  queue: 'redis',
  ledger: 'compare the journal with the signing log',
};

/** A loop of this process may have noticed an outage long before anyone asks for readiness. */
export function createFaultHistory({
  outages,
  clock,
}: Pick<ExecutorContext, 'outages' | 'clock'>): FaultHistory {
  const begun = new Map<string, number>();
  return {
    date(answers) {
      const current = new Map(outages.current().map((outage) => [outage.component, outage.since]));
      return answers.flatMap(({ component, fault }) => {
        if (fault === undefined) {
          begun.delete(component);
          return [];
        }
        const now = clock.now();
        const noticed = current.get(outageOf[component] ?? component) ?? now;
        const since = Math.min(begun.get(component) ?? now, noticed);
        begun.set(component, since);
        return [{ component, ...fault, since: new Date(since).toISOString() }];
      });
    },
  };
}
