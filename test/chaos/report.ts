import { type Audit, checkedCounts, outcomes } from './audit.ts';
import type { ChaosResult } from './run-chaos.ts';

/**
 * Whether Ferryman kept its promise: every job paid once or refunded, or rightly not paid at all, and nothing else on the chains. Only what a restored
 * journal has forgotten, what somebody else did with a wallet, and what a provider keeps leaves jobs to a person.
 */
export function isClean({ audit, faulty, jobs }: ChaosResult): boolean {
  return (
    faulty.length === 0 &&
    isZero(audit) &&
    audit.paidOnce + audit.refunded + audit.unpayable + audit.forPersons === jobs
  );
}

function isZero(audit: Audit): boolean {
  const { paidTwice, paidButReportedFailed, unpaidButReportedSettled, lost, open, needsReview, forPersons } = audit;
  const wrongJobs = [paidTwice, paidButReportedFailed, unpaidButReportedSettled, lost, open, needsReview - forPersons];
  return [...wrongJobs, ...checkedCounts.map((name) => audit[name])].every((count) => count === 0);
}

/** One line for machines. */
export function toJson({ audit, family, flow, jobs, seed, faults, elapsedMs }: ChaosResult): string {
  const { paidOnce, refunded, paidTwice, lost, open, needsReview } = audit;
  const { paidButReportedFailed, unpaidButReportedSettled, unexplained, nonceGaps } = audit;
  const { unpayable, strayPayments, ordersUnpaid, ordersAgain } = audit;
  return JSON.stringify({
    family,
    flow,
    jobs,
    seed,
    faults,
    paidOnce,
    refunded,
    unpayable,
    paidTwice,
    lost,
    open,
    needsReview,
    paidButReportedFailed,
    unpaidButReportedSettled,
    unexplained,
    nonceGaps,
    strayPayments,
    ordersUnpaid,
    ordersAgain,
    elapsedMs,
  });
}

/** What went wrong, a line each. */
export function toComplaints({ audit, faulty }: ChaosResult): string[] {
  return [...faulty.map((fault) => `the run: ${fault}`), ...audit.findings];
}

/** For people. */
export function toTable(result: ChaosResult): string {
  const { audit, faults, cancels, family, flow, jobs, seed, elapsedMs } = result;
  const struck = Object.entries(faults).map(([kind, count]) => `${kind} ${count}`);
  const rows: [string, string | number][] = [
    ['family', family],
    ['flow', flow],
    ['jobs', jobs],
    ['seed', seed],
    ['faults', struck.length === 0 ? 'none' : struck.join(', ')],
    ['cancels', `${cancels.asked}, of which ${cancels.cancelled} came in time and were tried again`],
    ...[...outcomes].reverse().map((outcome): [string, number] => [outcome, audit[outcome]]),
    ['of needsReview for persons', audit.forPersons],
    ['unexplained', audit.unexplained],
    ['nonceGaps', audit.nonceGaps],
    ['strayPayments', audit.strayPayments],
    ['orders unpaid', audit.ordersUnpaid],
    ['orders again', audit.ordersAgain],
    ['seconds', (elapsedMs / 1_000).toFixed(1)],
  ];
  return rows.map(([name, value]) => `${name.padEnd(28)}${value}`).join('\n');
}
