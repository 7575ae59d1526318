import { type Audit, checkedCounts, outcomes } from './audit.ts';
import type { ChaosResult } from './run-chaos.ts';

export type Verdict = 'clean' | 'violated' | 'invalid';

/**
 * `invalid`: no violation was found, and a planned fault met no open job, so that the run does not
 * prove what it was to prove.
 */
export function verdictOf(result: ChaosResult): Verdict {
  if (!isClean(result)) return 'violated';
  return result.missed.length === 0 ? 'clean' : 'invalid';
}

/** What the harness exits with. */
export const exitCodes: Readonly<Record<Verdict, number>> = { clean: 0, violated: 1, invalid: 3 };

/**
 * Whether Ferryman kept its promise: every job paid once or refunded, or rightly not paid at all,
 * and nothing else on the chains. Only what a person has adopted a journal without, what somebody
 * else did with a wallet, and what a provider keeps leaves jobs to a person, and what competes with
 * these.
 */
function isClean({ audit, faulty, jobs }: ChaosResult): boolean {
  return (
    faulty.length === 0 &&
    isZero(audit) &&
    audit.paidOnce + audit.refunded + audit.unpayable + audit.forPersons + audit.ambiguous === jobs
  );
}

function isZero(audit: Audit): boolean {
  const {
    paidTwice,
    paidButReportedFailed,
    unpaidButReportedSettled,
    lost,
    open,
    needsReview,
    forPersons,
  } = audit;
  const wrongJobs = [
    paidTwice,
    paidButReportedFailed,
    unpaidButReportedSettled,
    lost,
    open,
    needsReview - forPersons,
  ];
  return [...wrongJobs, ...checkedCounts.map((name) => audit[name])].every((count) => count === 0);
}

/** One line for machines. */
export function toJson(result: ChaosResult): string {
  const { audit, family, flow, jobs, seed, faults, elapsedMs } = result;
  const { paidOnce, refunded, paidTwice, lost, open, needsReview } = audit;
  const { paidButReportedFailed, unpaidButReportedSettled, unexplained, nonceGaps } = audit;
  const { unpayable, ambiguous, misattributed } = audit;
  const { strayPayments, ordersUnpaid, ordersAgain } = audit;
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
    ambiguous,
    paidButReportedFailed,
    unpaidButReportedSettled,
    unexplained,
    nonceGaps,
    misattributed,
    strayPayments,
    ordersUnpaid,
    ordersAgain,
    elapsedMs,
    ...(verdictOf(result) === 'invalid' ? { invalid: whyInvalid(result) } : {}),
  });
}

function whyInvalid({ missed }: ChaosResult): string {
  return `planned faults met no open job: ${missed.join('; ')}`;
}

/** What went wrong, a line each. */
export function toComplaints({ audit, missed, faulty }: ChaosResult): string[] {
  const wrong = [...faulty.map((fault) => `the run: ${fault}`), ...audit.findings];
  return [...wrong, ...missed.map((fault) => `a planned fault met no open job: ${fault}`)];
}

/** For people. */
export function toTable(result: ChaosResult): string {
  const { audit, faults, cancels, edits, family, flow, jobs, seed, elapsedMs } = result;
  const struck = Object.entries(faults).map(([kind, count]) => `${kind} ${count}`);
  const rows: [string, string | number][] = [
    ['verdict', verdictOf(result)],
    ['family', family],
    ['flow', flow],
    ['jobs', jobs],
    ['seed', seed],
    ['faults', struck.length === 0 ? 'none' : struck.join(', ')],
    [
      'cancels',
      `${cancels.asked}, of which ${cancels.cancelled} came in time, so that they were tried again or edited`,
    ],
    ['edits', `${edits.made} made, ${edits.refused} refused`],
    ...[...outcomes].reverse().map((outcome): [string, number] => [outcome, audit[outcome]]),
    ['of needsReview for persons', audit.forPersons],
    ['unexplained', audit.unexplained],
    ['nonceGaps', audit.nonceGaps],
    ['misattributed', audit.misattributed],
    ['strayPayments', audit.strayPayments],
    ['orders unpaid', audit.ordersUnpaid],
    ['orders again', audit.ordersAgain],
    ['forks', audit.forks],
    ['held', audit.held],
    ['seconds', (elapsedMs / 1_000).toFixed(1)],
  ];
  return rows.map(([name, value]) => `${name.padEnd(28)}${value}`).join('\n');
}
