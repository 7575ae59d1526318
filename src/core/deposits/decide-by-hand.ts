import { decideStatus } from '../decide/decide-payout.ts';
import { type Decision, wait } from '../decide/decision.ts';
import { endUnpaid } from '../decide/end-unpaid.ts';
import type { Policy } from '../decide/policy.ts';
import { isCause, reviewEndsBy } from '../decide/review-causes.ts';
import { waitForPerson } from '../decide/wait-for-person.ts';
import type { Order, Reason, RouterStatus, Snapshot } from '../swap/swap.ts';
import type { DepositPayment } from './deposit.ts';
import { reportsArrival } from './deposit-arrived.ts';
import { depositFault } from './judge-deposit-payments.ts';

/**
 * What to do for a swap whose order a person pays by hand, once that knows where to. Nothing of it
 * is ever signed here: what comes is seen on its chain, or told by its provider, and followed.
 */
export function decideByHand(
  snapshot: Snapshot,
  order: Order,
  payment: DepositPayment | undefined,
  now: number,
  policy: Policy,
): Decision {
  return payment
    ? decideSeen(snapshot, order, payment, now, policy)
    : decideUnseen(snapshot, order, now, policy);
}

function decideUnseen(snapshot: Snapshot, order: Order, now: number, policy: Policy): Decision {
  const { stopped } = snapshot;
  const { state, reason, routerStatus: status } = snapshot.swap;
  if (isReportedAsCome(snapshot)) return followStatus(snapshot, status, now, policy);
  if (status && (reportsArrival(status.status) || status.status === 'REVERTED')) {
    // Chains do not show everything: what a contract passes on, say.
    return { kind: 'transition', state: 'settling', fundsState: 'in_flight' };
  }
  if (
    state === 'needs_review' &&
    stopped &&
    reason?.code === stopped.code &&
    now < (order.goodUntil ?? 0)
  ) {
    // Its wallet was frozen before anybody was told where to pay.
    return wait(policy.retryMax);
  }
  const before = endPaidBefore(snapshot, policy);
  if (before) return before;
  // What was seen is gone with its block.
  if (state !== 'awaiting_deposit')
    return { kind: 'transition', state: 'awaiting_deposit', fundsState: 'untouched' };
  const { goodUntil: until = 0, depositSeenUntil: seenUntil = 0 } = order;
  if (now < until) return wait(Math.min(until - now, policy.retryMax));
  // Where nobody has looked, or only at blocks of before, nobody can say that nothing came.
  if (seenUntil < until) return wait(policy.settlementPoll, notLookedFor);
  if (!status || status.at < until) return { kind: 'ask_status' };
  return endUnpaid(snapshot, 'expired', notSeen, policy);
}

/**
 * What a provider has said to have once it has, whatever it says later: a payment that was seen and
 * is not final is no matter of its word.
 */
function isReportedAsCome({ swap: { state, fundsState, reason } }: Snapshot): boolean {
  if (state === 'settling') return true;
  return (
    state === 'needs_review' && fundsState !== 'untouched' && !isCause(reason, 'DEPOSIT_NOT_FINAL')
  );
}

/**
 * Ends a swap that nobody has paid where one that it tries again was paid by hand after all;
 * `undefined` where none was.
 */
export function endPaidBefore(snapshot: Snapshot, policy: Policy): Decision | undefined {
  const { paidBefore } = snapshot;
  if (paidBefore === undefined) return undefined;
  const message = `swap ${paidBefore}, which this one tries again, was paid by hand after all`;
  return endUnpaid(snapshot, 'cancelled', { code: 'PAID_BEFORE', message }, policy);
}

const notSeen: Reason = {
  code: 'DEPOSIT_NOT_SEEN',
  message:
    'nobody has paid the deposit in time; its address is watched on, and what still comes is told',
};

const notLookedFor: Reason = {
  code: 'DEPOSIT_NOT_LOOKED_FOR',
  message:
    'the time to pay is over, and the blocks in which the deposit address was looked at end before that: whether somebody has paid is not known',
};

const notFinal: Reason = {
  code: 'DEPOSIT_NOT_FINAL',
  message:
    'the deposit was seen long ago, and its block does not become final, or the chain could not be looked at since',
};

function decideSeen(
  snapshot: Snapshot,
  order: Order,
  payment: DepositPayment,
  now: number,
  policy: Policy,
): Decision {
  const { state, reason, routerStatus, job } = snapshot.swap;
  const isWaiting = state === 'awaiting_deposit' || state === 'confirming';
  const isOverdue = state === 'needs_review' && isCause(reason, 'DEPOSIT_NOT_FINAL');
  if (!payment.final) {
    if (state === 'awaiting_deposit')
      return { kind: 'transition', state: 'confirming', fundsState: 'in_flight' };
    // Not in silence: whoever looks at the chain may have stopped.
    const tellAt = payment.at + policy.reviewAfter;
    if (state === 'confirming' && now >= tellAt)
      return waitForPerson(snapshot, 'in_flight', policy.retryMax, notFinal);
    return isOverdue ? followStatus(snapshot, routerStatus, now, policy) : wait(policy.retryMax);
  }
  const fault = depositFault(order, payment, job.from);
  const isMended = reviewEndsBy(snapshot.swap) === 'deposit' && !fault;
  if (fault && (isWaiting || isOverdue)) {
    return { kind: 'transition', state: 'needs_review', fundsState: 'in_flight', reason: fault };
  }
  if (isWaiting || isMended)
    return { kind: 'transition', state: 'settling', fundsState: 'in_flight' };
  // Whatever is wrong with it: its provider may pay out all the same, or send it back.
  return followStatus(snapshot, routerStatus, now, policy);
}

function followStatus(
  snapshot: Snapshot,
  status: RouterStatus | undefined,
  now: number,
  policy: Policy,
): Decision {
  if (!status || now >= status.at + policy.statusPoll) return { kind: 'ask_status' };
  return decideStatus(snapshot, undefined, status, now, policy);
}
