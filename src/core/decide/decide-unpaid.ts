import { describeAmount } from '../amounts/amounts.ts';
import { decideLostOrder, decideSpentOrders, lostOrder } from '../deposits/decide-lost-order.ts';
import { endPaidBefore } from '../deposits/decide-manual-deposit.ts';
import { decideUnsignedDeposit } from '../deposits/decide-unsigned-deposit.ts';
import { deadlineOf } from '../swap/deadline-of.ts';
import { isTooOldToSign } from '../swap/is-too-old-to-sign.ts';
import { type Job, minimumOut } from '../swap/job.ts';
import { spentGenerations } from '../swap/spent-generations.ts';
import {
  isPayment,
  type Order,
  type Reason,
  type Snapshot,
  type Step,
  type Swap,
} from '../swap/swap.ts';
import { decideAllowance } from './allowance.ts';
import { type Decision, type Observation, wait } from './decision.ts';
import { endUnpaid, isUnderWay } from './end-unpaid.ts';
import type { Policy } from './policy.ts';
import { contradictsJournal, isCause, reviewEndsBy } from './review-causes.ts';
import { takesOneCall } from './takes-one-call.ts';
import { waitForStop } from './wait-for-stop.ts';

/**
 * Rules for a swap that has paid nothing: in `requested` or `quoted`, and after a payment that is
 * proven dead or reverted.
 */

export function decideRequested(
  snapshot: Snapshot,
  observation: Observation,
  now: number,
  policy: Policy,
): Decision {
  return beforePayment(snapshot, now, policy) ?? askForOrder(snapshot.swap, observation);
}

function askForOrder(swap: Swap, observation: Observation): Decision {
  const inOneCall = takesOneCall(swap) && observation.kind !== 'one_call_refused';
  return { kind: inOneCall ? 'request_best_swap' : 'quote' };
}

/** What stops a swap that has paid nothing from going on. */
function beforePayment(snapshot: Snapshot, now: number, policy: Policy): Decision | undefined {
  const { swap, stopped } = snapshot;
  const paidBefore = endPaidBefore(snapshot, policy);
  if (paidBefore) return paidBefore;
  if (now >= deadlineOf(swap)) return expire(snapshot, policy);
  if (isCause(stopped, 'WALLET_FROZEN')) {
    return {
      kind: 'transition',
      state: 'needs_review',
      fundsState: swap.fundsState,
      reason: stopped,
    };
  }
  return stopped && waitForStop(stopped, now, policy, deadlineOf(swap) - now);
}

export function decideQuoted(snapshot: Snapshot, now: number, policy: Policy): Decision {
  const { order, swap } = snapshot;
  const before = beforePayment(snapshot, now, policy);
  if (before) return before;
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
  const isManualDeposit = swap.job.flow === 'deposit-by-hand';
  if (!order.transaction)
    return decideSpentOrders(snapshot, policy) ?? { kind: 'request_swap_data', order };
  if (isManualDeposit)
    return { kind: 'transition', state: 'awaiting_deposit', fundsState: 'untouched' };
  return { kind: 'execute', step: order.deposit ? 'deposit' : 'swap', order };
}

function belowMinimum(
  order: Order,
  floor: bigint,
  { to }: Job,
  now: number,
  policy: Policy,
): Decision {
  const [offered, wanted] = [order.minOut, floor].map((units) => describeAmount(units, to));
  const message = `the order's minimum ${offered} is below the job's ${wanted}`;
  const reason: Reason = { code: 'QUOTE_BELOW_MINIMUM', message };
  const askAgainAt = order.quotedAt + policy.settlementPoll;
  return now < askAgainAt ? wait(askAgainAt - now, reason) : close(reason);
}

/** The swap waits for a person and has paid nothing: a proof or the deadline still ends it. */
export function decideUnpaidReview(
  snapshot: Snapshot,
  last: Step | undefined,
  now: number,
  policy: Policy,
): Decision {
  if (contradictsJournal(snapshot.swap.reason)) return wait(policy.retryMax);
  if (last) return endUnpaid(snapshot, 'failed', lostPayment(last), policy);
  if (now >= deadlineOf(snapshot.swap)) return expire(snapshot, policy);
  if (isReviewOver(snapshot)) {
    // A deposit order is not abandoned for another one, and its status is not taken for another's.
    const state = lostOrder(snapshot) || snapshot.order?.deposit ? 'quoted' : 'requested';
    return { kind: 'transition', state, fundsState: snapshot.swap.fundsState };
  }
  return wait(policy.retryMax);
}

/**
 * Whether the wait for a person is over: the wallet was released, or the overdue approval is
 * proven.
 */
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

/** The payment is proven dead or reverted: signs another generation, or ends the swap. */
export function decideLostPayment(
  snapshot: Snapshot,
  last: Step | undefined,
  now: number,
  policy: Policy,
): Decision {
  const reason = lostPayment(last);
  const spent = spentGenerations(snapshot, (step) => isPayment(step.kind));
  if (spent >= policy.maxGenerations || now >= deadlineOf(snapshot.swap)) {
    return endUnpaid(snapshot, 'failed', reason, policy);
  }
  return { kind: 'close_order', reason };
}

function lostPayment(step: Step | undefined): Reason {
  return step?.outcome === 'reverted_final'
    ? { code: 'PAYMENT_REVERTED', message: 'the payment failed on its chain; only fees were spent' }
    : { code: 'PAYMENT_CANCELLED', message: 'the payment is proven dead' };
}

export function expire(snapshot: Snapshot, policy: Policy): Decision {
  const last = snapshot.swap.reason;
  const message = last
    ? `the deadline passed; before that: ${last.message}`
    : 'the deadline passed';
  return endUnpaid(snapshot, 'expired', { code: last?.code ?? 'DEADLINE_PASSED', message }, policy);
}

function close(reason: Reason): Decision {
  return { kind: 'close_order', reason };
}
