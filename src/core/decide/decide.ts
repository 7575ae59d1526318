import { tellUnits } from '../amounts/amounts.ts';
import { assertNever } from '../assert-never.ts';
import { decideByHand, endPaidBefore } from '../deposits/decide-by-hand.ts';
import { decideLostOrder, decideSpentOrders, lostOrder } from '../deposits/decide-lost-order.ts';
import { decideUnsignedDeposit } from '../deposits/decide-unsigned-deposit.ts';
import { isTooOldToSign } from '../swap/is-too-old-to-sign.ts';
import { type Job, minimumOut } from '../swap/job.ts';
import { isUsedByStranger, type PaymentFate, paymentFate } from '../swap/payment-fate.ts';
import { spentGenerations } from '../swap/spent-generations.ts';
import {
  hasEnded,
  isPayment,
  isRecovery,
  isShown,
  type Order,
  type Reason,
  type Snapshot,
  type Step,
  type Swap,
} from '../swap/swap.ts';
import { admitFirst } from './admit-first.ts';
import { decideAllowance } from './allowance.ts';
import { decideCancel } from './decide-cancel.ts';
import { decideDisputed, decideDoubted, disputedStep, doubtedStep } from './decide-doubted.ts';
import { decidePayout } from './decide-payout.ts';
import { decideStep } from './decide-step.ts';
import { type Decision, type Observation, wait } from './decision.ts';
import { endUnpaid, isUnderWay } from './end-unpaid.ts';
import { followEnded } from './follow-ended.ts';
import type { Policy } from './policy.ts';
import { react } from './react.ts';
import { isCause, reviewEndsBy } from './review-causes.ts';
import { takesOneCall } from './takes-one-call.ts';
import { waitForPerson } from './wait-for-person.ts';

/**
 * What to do next for a swap: the one place that knows every rule about retrying, waiting, replacing and giving up. Pure: it
 * knows no I/O, no clock and no environment. After a crash the observation is `none`, and the snapshot alone is enough.
 */
export function decide(snapshot: Snapshot, observation: Observation, now: number, policy: Policy): Decision {
  return admitFirst(snapshot, decideNext(snapshot, observation, now, policy));
}

function decideNext(snapshot: Snapshot, observation: Observation, now: number, policy: Policy): Decision {
  if (hasEnded(snapshot.swap)) return followEnded(snapshot, observation, now, policy);
  const doubted = doubtedStep(snapshot);
  if (doubted) return decideDoubted(snapshot, doubted, observation, now, policy);
  const fate = paymentFate(snapshot);
  // What a stranger's transaction may have done is neither failed nor tried again.
  const isPaymentUsed = fate.kind === 'unknown' && isUsedByStranger(fate.payment);
  if (isPaymentUsed || snapshot.steps.some((step) => isRecovery(step.kind) && isUsedByStranger(step))) {
    return waitForPerson(snapshot, 'unknown', policy.retryMax, strangerUsedLease);
  }
  for (const step of snapshot.steps) {
    const decision = decideStep(snapshot, step, observation, now, policy);
    if (decision) return decision;
  }
  if (fate.kind === 'unknown') return decideDisputed(snapshot, fate.payment, policy);
  const disputed = disputedStep(snapshot);
  if (disputed) return decideDisputed(snapshot, disputed, policy);
  // Whether it paid only the chain knows: it is never made again, and no deadline says that it was not.
  if (fate.kind === 'forgotten') {
    return fate.awaitsImport
      ? wait(policy.settlementPoll, toBeImported(fate))
      : waitForPerson(snapshot, 'unknown', policy.retryMax, forgotten(fate));
  }
  return (
    decideCancel(snapshot, policy) ??
    react(snapshot, observation, now, policy) ??
    decideState(snapshot, fate, observation, now, policy)
  );
}

function forgotten({ chain, txId }: Extract<PaymentFate, { kind: 'forgotten' }>): Reason {
  const message = `its payment ${txId} on ${chain} was signed, and the journal has forgotten it; look on the chain whether it landed`;
  return { code: 'JOURNAL_WENT_BACK', message };
}

function toBeImported({ chain, txId }: Extract<PaymentFate, { kind: 'forgotten' }>): Reason {
  const message = `the journal was rolled back and has forgotten its payment ${txId} on ${chain}; it imports the payment from the signing log`;
  return { code: 'JOURNAL_WENT_BACK', message };
}

const strangerUsedLease: Reason = {
  code: 'LEASE_USED_BY_STRANGER',
  message: 'the nonce, number or coins of the transaction were used by one that the journal does not know',
};

/** A payment that is followed, or none. */
type KnownFate = Exclude<PaymentFate, { kind: 'unknown' | 'forgotten' }>;

function decideState(
  snapshot: Snapshot,
  fate: KnownFate,
  observation: Observation,
  now: number,
  policy: Policy,
): Decision {
  const { swap, order } = snapshot;
  const byHand = fate.kind === 'paid_by_hand' ? fate.payment : undefined;
  if (order && isShown(snapshot)) return decideByHand(snapshot, order, byHand, now, policy);
  switch (swap.state) {
    case 'requested':
      return beforePayment(snapshot, now, policy) ?? askForOrder(swap, observation);
    case 'quoted':
      return beforePayment(snapshot, now, policy) ?? decideQuoted(snapshot, now, policy);
    case 'executing':
    case 'confirming':
    case 'settling':
    case 'claiming':
    case 'refunding':
      return isOwn(fate)
        ? decidePayout(snapshot, fate.payment, now, policy)
        : tryAgain(snapshot, lastOf(fate), now, policy);
    case 'needs_review':
      return isOwn(fate)
        ? decidePayout(snapshot, fate.payment, now, policy)
        : decideUnpaid(snapshot, lastOf(fate), now, policy);
    case 'awaiting_approval':
    case 'awaiting_deposit':
      // A person or a later step acts; nothing is due.
      return wait(policy.retryMax);
    case 'settled':
    case 'refunded':
    case 'failed':
    case 'cancelled':
    case 'expired':
      return { kind: 'rest' };
    default:
      return assertNever(swap.state, 'swap state');
  }
}

function isOwn(fate: KnownFate): fate is Extract<KnownFate, { payment: Step }> {
  return fate.kind === 'may_land' || fate.kind === 'landed';
}

function lastOf(fate: KnownFate): Step | undefined {
  return fate.kind === 'unpaid' ? fate.last : undefined;
}

function askForOrder(swap: Swap, observation: Observation): Decision {
  const inOneCall = takesOneCall(swap) && observation.kind !== 'one_call_refused';
  return { kind: inOneCall ? 'request_best_swap' : 'quote' };
}

/** What keeps a swap that has paid nothing from going on. */
function beforePayment(snapshot: Snapshot, now: number, policy: Policy): Decision | undefined {
  const { swap, stopped } = snapshot;
  const paidBefore = endPaidBefore(snapshot, policy);
  if (paidBefore) return paidBefore;
  if (now >= swap.job.deadline) return expire(snapshot, policy);
  if (isCause(stopped, 'WALLET_FROZEN')) {
    return { kind: 'transition', state: 'needs_review', fundsState: swap.fundsState, reason: stopped };
  }
  return stopped && wait(policy.settlementPoll, stopped);
}

function decideQuoted(snapshot: Snapshot, now: number, policy: Policy): Decision {
  const { order, swap } = snapshot;
  if (!order) return { kind: 'transition', state: 'requested', fundsState: swap.fundsState };
  const lost = decideLostOrder(snapshot, now, policy);
  if (lost) return lost;
  const floor = minimumOut(swap.job, order);
  if (order.minOut < floor) return belowMinimum(order, floor, swap.job, now, policy);
  if (order.transaction && isTooOldToSign(order, now)) {
    if (swap.job.flow === 'deposit') return decideUnsignedDeposit(snapshot, order, now, policy);
    return close({ code: 'ROUTER_QUOTE_EXPIRED', message: 'the swap data is too old to sign' });
  }
  if (!order.transaction && now >= order.quotedAt + policy.quoteMaxAge) {
    return close({ code: 'ROUTER_QUOTE_EXPIRED', message: 'the quote is too old' });
  }
  const allowanceFirst = decideAllowance(snapshot, order, policy);
  if (allowanceFirst) return allowanceFirst;
  const isByHand = swap.job.flow === 'deposit-by-hand';
  if (!order.transaction) return decideSpentOrders(snapshot, policy) ?? { kind: 'request_swap_data', order };
  if (isByHand) return { kind: 'transition', state: 'awaiting_deposit', fundsState: 'untouched' };
  return { kind: 'execute', step: order.deposit ? 'deposit' : 'swap', order };
}

function belowMinimum(order: Order, floor: bigint, { to }: Job, now: number, policy: Policy): Decision {
  const [offered, wanted] = [order.minOut, floor].map((units) => tellUnits(units, to));
  const message = `the order's minimum ${offered} is below the job's ${wanted}`;
  const reason: Reason = { code: 'QUOTE_BELOW_MINIMUM', message };
  const askAgainAt = order.quotedAt + policy.settlementPoll;
  return now < askAgainAt ? wait(askAgainAt - now, reason) : close(reason);
}

/** A person is waited for and nothing is paid: what is proven, and the deadline, end it all the same. */
function decideUnpaid(snapshot: Snapshot, last: Step | undefined, now: number, policy: Policy): Decision {
  if (last) return endUnpaid(snapshot, 'failed', lostPayment(last), policy);
  if (now >= snapshot.swap.job.deadline) return expire(snapshot, policy);
  if (isReviewOver(snapshot)) {
    // An order at a provider is not left behind for another one, nor is what was said of it taken for that one's.
    const state = lostOrder(snapshot) || snapshot.order?.deposit ? 'quoted' : 'requested';
    return { kind: 'transition', state, fundsState: snapshot.swap.fundsState };
  }
  return wait(policy.retryMax);
}

/** What a swap that has paid nothing waited for has come: a person has released the wallet, or an approval that was overdue is proven. */
function isReviewOver({ swap, steps, stopped }: Snapshot): boolean {
  switch (reviewEndsBy(swap)) {
    case 'release':
      return !stopped;
    case 'proof':
      return !isUnderWay({ steps });
    default:
      return false;
  }
}

/** The payment was proven dead or failed for good: another generation, or the end. */
function tryAgain(snapshot: Snapshot, last: Step | undefined, now: number, policy: Policy): Decision {
  const reason = lostPayment(last);
  const spent = spentGenerations(snapshot, (step) => isPayment(step.kind));
  if (spent >= policy.maxGenerations || now >= snapshot.swap.job.deadline) {
    return endUnpaid(snapshot, 'failed', reason, policy);
  }
  return { kind: 'close_order', reason };
}

function lostPayment(step: Step | undefined): Reason {
  return step?.outcome === 'reverted_final'
    ? { code: 'PAYMENT_REVERTED', message: 'the payment failed on its chain; only fees were spent' }
    : { code: 'PAYMENT_CANCELLED', message: 'the payment is proven dead' };
}

function expire(snapshot: Snapshot, policy: Policy): Decision {
  const last = snapshot.swap.reason;
  const message = last ? `the deadline passed; before that: ${last.message}` : 'the deadline passed';
  return endUnpaid(snapshot, 'expired', { code: last?.code ?? 'DEADLINE_PASSED', message }, policy);
}

function close(reason: Reason): Decision {
  return { kind: 'close_order', reason };
}
