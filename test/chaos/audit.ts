import {
  findMisattributed,
  hasPayout,
  haveArrived,
  isAmbiguous,
  isCompeting,
} from './audit-competing.ts';
import {
  countUnpaidOrders,
  findOrdersAgain,
  findStrayPayments,
  isKeptByProvider,
  isPaidManually,
} from './audit-deposits.ts';
import type { AuditInput } from './audit-input.ts';
import type { ApiAnswer, JobAnswer } from './client.ts';
import type { Incoming, Outgoing } from './families/run-chain.ts';
import { findNonceGaps } from './find-nonce-gaps.ts';
import { findUnexplained } from './find-unexplained.ts';
import { attemptsIn, holdsIn, swapsOf } from './histories.ts';
import { isGivenBack, isManual, isNative, isPayable, type PlannedJob } from './plan-jobs.ts';

/** What a job has come to, the worst first; a job counts once, in the first that fits. */
export const outcomes = [
  /** The chains show more than one payment. */
  'paidTwice',
  /** Paid, and the API calls it failed, cancelled or expired, or its funds untouched. */
  'paidButReportedFailed',
  /**
   * The API calls it settled or refunded, and the chains show no payment, no payout of its minimum
   * or no refund of it.
   */
  'unpaidButReportedSettled',
  /** The API does not know it, or it came to an end without being paid. */
  'lost',
  /** Neither at an end nor with a person. */
  'open',
  'needsReview',
  /**
   * It waits for a person since what arrived could be that of another job, which waits for a person
   * for a reason of its own.
   */
  'ambiguous',
  /** Not paid, and it says so: what its provider wants cannot be paid, or not any more. */
  'unpayable',
  /** Not paid, and an edited job has its place, which counts beside it. */
  'edited',
  'refunded',
  'paidOnce',
] as const;
type Outcome = (typeof outcomes)[number];

export interface Audit extends Record<Outcome, number> {
  /**
   * Of `needsReview`: the jobs that a restored journal, foreign use of their wallet or a provider
   * that keeps what it is paid leaves to a person.
   */
  forPersons: number;
  /**
   * Outgoing transactions of the wallets, and approvals given by them, that no step explains, those
   * of `foreign` excepted.
   */
  unexplained: number;
  /** Nonces that something later waits for and that nothing is about to use. */
  nonceGaps: number;
  /** Transfers that settle two swaps, or another swap than their own. */
  misattributed: number;
  /** Deposits that are not what an order of their job wants. */
  strayPayments: number;
  /** Orders by deposit that nobody has paid. */
  ordersUnpaid: number;
  /**
   * Orders by deposit that were opened while another one of the same swap could have been paid,
   * whose answer was lost.
   */
  ordersAgain: number;
  /** Swaps that try again or replace what another swap does as well. */
  forks: number;
  /** How often a swap waited for an approval: the sandbox's policy admits all that a run is to do. */
  held: number;
  /**
   * What each number consists of: keys of jobs and ids of transactions, of all but the good
   * outcomes.
   */
  findings: string[];
  /** Keys of the jobs that came to nothing good. */
  suspects: string[];
}

/** Holds what the API says against what the chains show. */
export function audit(input: AuditInput): Audit {
  const payments = findPayments(input);
  const counted = Object.fromEntries(outcomes.map((outcome) => [outcome, 0])) as Record<
    Outcome,
    number
  >;
  const findings: string[] = [];
  const suspects: string[] = [];
  let forPersons = 0;
  for (const job of input.jobs) {
    const paid = payments.get(job.key) ?? [];
    const outcome = isPaidAsEdited(job, payments, input) ? 'paidTwice' : judge(job, paid, input);
    counted[outcome] += 1;
    if (goodOutcomes.includes(outcome)) continue;
    const told = input.api.get(job.key);
    if (outcome === 'needsReview' && isForPersons(job, paid, input)) forPersons += 1;
    suspects.push(job.key);
    findings.push(
      `${outcome}: ${job.key} (${job.wallet}, ${job.kind}), ${inWords(told)}; ${names(paid)}`,
    );
  }
  const beside: Readonly<Record<keyof typeof besideNames, string[]>> = {
    unexplained: findUnexplained(input, payments),
    nonceGaps: findNonceGaps(input),
    misattributed: findMisattributed(input, payments),
    strayPayments: findStrayPayments(input, payments),
    ordersAgain: findOrdersAgain(input),
    forks: findForks(input),
    held: findHeld(input),
  };
  for (const name of checkedCounts)
    findings.push(...beside[name].map((found) => `${besideNames[name]}: ${found}`));
  return {
    ...counted,
    forPersons,
    unexplained: beside.unexplained.length,
    nonceGaps: beside.nonceGaps.length,
    misattributed: beside.misattributed.length,
    strayPayments: beside.strayPayments.length,
    ordersUnpaid: countUnpaidOrders(input),
    ordersAgain: beside.ordersAgain.length,
    forks: beside.forks.length,
    held: beside.held.length,
    findings,
    suspects,
  };
}

/** What is found beside the jobs, and what one of it is called. */
const besideNames = {
  unexplained: 'unexplained',
  nonceGaps: 'nonce gap',
  misattributed: 'misattributed',
  strayPayments: 'stray payment',
  ordersAgain: 'order again',
  forks: 'fork',
  held: 'held',
} as const;

/** Of these, what has to be zero. */
export const checkedCounts: readonly (keyof typeof besideNames)[] = [
  'unexplained',
  'nonceGaps',
  'misattributed',
  'strayPayments',
  'ordersAgain',
  'forks',
  'held',
];

const goodOutcomes: readonly Outcome[] = ['paidOnce', 'refunded', 'edited', 'unpayable'];

/** Whether the job has paid, and the edited job that has its place as well. */
function isPaidAsEdited(
  { key }: PlannedJob,
  payments: ReadonlyMap<string, readonly Outgoing[]>,
  { api }: AuditInput,
): boolean {
  const hasPaid = (one: string): boolean => (payments.get(one) ?? []).length > 0;
  const editedAs = api.get(key)?.editedAs;
  return editedAs !== undefined && hasPaid(key) && hasPaid(editedAs);
}

function findForks({ api }: AuditInput): string[] {
  return [...api].flatMap(([key, { beside = [] }]) => beside.map((id) => `swap ${id}, ${key}`));
}

function findHeld({ api }: AuditInput): string[] {
  return [...api].flatMap(([key, told]) =>
    swapsOf(told).flatMap((answer) =>
      holdsIn(answer).map((why) => `swap ${answer.swap.id}, ${key}: ${why}`),
    ),
  );
}

function inWords(told: JobAnswer | undefined): string {
  if (!told) return 'not known to the API';
  const { id, state, fundsState, reason } = told.swap;
  const retries =
    told.earlier.length > 0
      ? ` after ${told.earlier.map(({ swap }) => swap.id).join(' and ')}`
      : '';
  return `swap ${id}${retries} ${state}, ${fundsState}${reason ? `, ${reason.code}: ${reason.message}` : ''}`;
}

function names(paid: readonly Outgoing[]): string {
  return paid.length === 0 ? 'no payment' : `paid in ${paid.map(({ txId }) => txId).join(' and ')}`;
}

/**
 * The amount alone says whose payment of a wallet a transaction is. What a person pays comes from
 * no wallet of the run.
 */
export function findPayments({
  jobs,
  chains,
  bridgeFees,
}: Pick<AuditInput, 'jobs' | 'chains' | 'bridgeFees'>): Map<string, Outgoing[]> {
  const byJob = new Map<string, Outgoing[]>();
  for (const job of jobs) {
    if (isManual(job)) continue;
    const { chain, token } = job.from;
    const amounts =
      isNative(job.from) && job.flow === 'wallet'
        ? [job.amount, job.amount + bridgeFees[chain]]
        : [job.amount];
    const paying = chains.outgoing.filter(
      (sent) =>
        sent.succeeded &&
        sent.chain === chain &&
        sent.wallet === job.wallet &&
        sent.paid.some((one) => one.token === token && amounts.includes(one.amount)),
    );
    byJob.set(job.key, paying);
  }
  return byJob;
}

function judge(job: PlannedJob, paid: readonly Outgoing[], input: AuditInput): Outcome {
  const { chains, api } = input;
  const told = api.get(job.key);
  if (paid.length > 1) return 'paidTwice';
  if (!told) return 'lost';
  const isPaid = paid.length === 1 || isPaidManually(job, input);
  if (
    told.earlier.some(
      (swap) => isEndUnpaid(swap) && attemptsIn([swap]).some(({ txId }) => txId === paid[0]?.txId),
    )
  ) {
    return 'paidButReportedFailed';
  }
  const hasArrived = hasPayout(job, told.swap.legs) && haveArrived(job, input);
  const cameBack = isGivenBack(job)
    ? cameByItself(job, input)
    : chains.outgoing.some((sent) =>
        sent.fetched.some(
          ({ order, kind }) =>
            kind === 'refund' && paid.some(({ deposits }) => deposits.includes(order)),
        ),
      );
  switch (told.swap.state) {
    case 'settled':
      return isPaid && hasArrived ? 'paidOnce' : 'unpaidButReportedSettled';
    case 'refunded':
      return isPaid && cameBack ? 'refunded' : 'unpaidButReportedSettled';
    case 'failed':
    case 'cancelled':
    case 'expired':
      if (isForPersons(job, paid, input)) return 'needsReview';
      if (isPaid) return 'paidButReportedFailed';
      if (told.editedAs !== undefined && told.swap.fundsState === 'untouched') return 'edited';
      return isRightlyUnpaid(job, told) ? 'unpayable' : 'lost';
    case 'awaiting_approval':
    case 'needs_review':
      if (isPaid && told.swap.fundsState === 'untouched') return 'paidButReportedFailed';
      return isPaid && waitsForAnother(job, input) ? 'ambiguous' : 'needsReview';
    default:
      return 'open';
  }
}

/** What there is to say of orders that cannot be paid. */
const unpayableReasons: ReadonlySet<string | undefined> = new Set([
  'GUARD_REJECTED',
  'DEPOSIT_UNPAYABLE',
  'DEPOSIT_NOT_UNIQUE',
  'ORDERS_SPENT',
]);

/** That it expired is true whatever came before. */
function isRightlyUnpaid(
  job: PlannedJob,
  { swap: { state, fundsState, reason } }: JobAnswer,
): boolean {
  if (isPayable(job) || fundsState !== 'untouched') return false;
  return state === 'expired' || (state === 'failed' && unpayableReasons.has(reason?.code));
}

function cameByItself(job: PlannedJob, { chains }: AuditInput): boolean {
  return chains.incoming.some((brought) => isRefundOf(job, brought));
}

/** The provider keeps a thousandth, rounded down; no other job's amount less that is the same. */
function isRefundOf({ wallet, from, amount }: PlannedJob, brought: Incoming): boolean {
  const isOfToken =
    brought.chain === from.chain && brought.wallet === wallet && brought.token === from.token;
  return isOfToken && brought.amount === amount - amount / 1_000n;
}

/**
 * Whether nobody can tell the job's payout from that of a job which is left to a person. Every
 * other job comes to an end, and then one can.
 */
function waitsForAnother(job: PlannedJob, input: AuditInput): boolean {
  const { jobs, api } = input;
  if (!isAmbiguous(api.get(job.key)?.swap.reason)) return false;
  const payments = findPayments(input);
  return jobs.some(
    (other) =>
      other !== job &&
      isCompeting(other, job) &&
      isForPersons(other, payments.get(other.key) ?? [], input),
  );
}

function isEndUnpaid({ swap: { state } }: ApiAnswer): boolean {
  return state === 'failed' || state === 'cancelled' || state === 'expired';
}

/**
 * Whether Ferryman can do no more for the job, and says why: its payment was forgotten, kept by its
 * provider or given back where nobody sees it, or its nonce used by somebody else. An end that came
 * before the loss was noticed stays one, and says that nobody knows where the money is. A frozen
 * wallet is no excuse: it was released.
 */
function isForPersons(job: PlannedJob, paid: readonly Outgoing[], input: AuditInput): boolean {
  const { api, adopted, foreign } = input;
  const told = api.get(job.key);
  if (!told) return false;
  const { state, fundsState, reason } = told.swap;
  if (state !== 'needs_review' && fundsState !== 'unknown') return false;
  const isStruck = foreign.some(
    ({ wallet, chain }) =>
      wallet === job.wallet && (chain === job.from.chain || chain === job.to.chain),
  );
  switch (reason?.code) {
    case 'ROUTER_STATUS_NEEDS_PERSON':
      return state === 'needs_review' && isKeptByProvider(job, paid, input);
    // Of coins no log of the EVM's chains tells, so that nobody finds those that came back.
    case 'REFUND_NOT_SEEN':
      return (
        isGivenBack(job) &&
        job.from.family === 'evm' &&
        isNative(job.from) &&
        cameByItself(job, input)
      );
    case 'JOURNAL_WENT_BACK':
      return adopted && mayBeForgotten(job, paid, told);
    case 'LEASE_USED_BY_STRANGER':
      return state === 'needs_review' && (adopted || isStruck) && mayBeForgotten(job, paid, told);
    default:
      return false;
  }
}

/**
 * A payment that landed and that the histories show is neither forgotten nor a stranger's; what
 * should have fetched its money may be.
 */
function mayBeForgotten(job: PlannedJob, paid: readonly Outgoing[], told: JobAnswer): boolean {
  if (job.kind === 'claim' || (job.kind === 'refund' && !isGivenBack(job))) return true;
  const known = new Set(attemptsIn(swapsOf(told)).map(({ txId }) => txId));
  return paid.every(({ txId }) => !known.has(txId));
}
