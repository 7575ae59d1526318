import { type Audit, outcomes } from './audit.ts';
import type { ChaosResult } from './run-chaos.ts';

/**
 * Whether Ferryman kept its promise: every job paid once or refunded, and nothing else on the chains. A journal that was set back and a
 * wallet that someone else uses leave jobs to a person.
 */
export function isClean({ audit, faulty, jobs, faults }: ChaosResult): boolean {
  const toPersons = faults.restore || faults.foreign ? audit.needsReview : 0;
  return faulty.length === 0 && isZero(audit, toPersons) && audit.paidOnce + audit.refunded + toPersons === jobs;
}

function isZero({ paidTwice, lost, open, needsReview, ...audit }: Audit, toPersons: number): boolean {
  const wrong = [paidTwice, lost, open, needsReview - toPersons, audit.paidButReportedFailed];
  return [...wrong, audit.unpaidButReportedSettled, audit.unexplained, audit.nonceGaps].every((count) => count === 0);
}

/** One line for machines. */
export function toJson({ audit, faulty: _faulty, family, jobs, seed, faults, elapsedMs }: ChaosResult): string {
  const {
    findings: _findings,
    suspects: _suspects,
    paidOnce,
    refunded,
    paidTwice,
    lost,
    open,
    needsReview,
    ...others
  } = audit;
  const counts = { paidOnce, refunded, paidTwice, lost, open, needsReview, ...others };
  return JSON.stringify({ family, jobs, seed, faults, ...counts, elapsedMs });
}

/** What went wrong, a line each. */
export function toComplaints({ audit, faulty }: ChaosResult): string[] {
  return [...faulty.map((fault) => `the run: ${fault}`), ...audit.findings];
}

/** For people. */
export function toTable(result: ChaosResult): string {
  const { audit, faults, family, jobs, seed, elapsedMs } = result;
  const struck = Object.entries(faults).map(([kind, count]) => `${kind} ${count}`);
  const rows: [string, string | number][] = [
    ['family', family],
    ['jobs', jobs],
    ['seed', seed],
    ['faults', struck.length === 0 ? 'none' : struck.join(', ')],
    ...[...outcomes].reverse().map((outcome): [string, number] => [outcome, audit[outcome]]),
    ['unexplained', audit.unexplained],
    ['nonceGaps', audit.nonceGaps],
    ['seconds', (elapsedMs / 1_000).toFixed(1)],
  ];
  return rows.map(([name, value]) => `${name.padEnd(26)}${value}`).join('\n');
}
