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
 * What to do for a swap with a manual deposit whose target was shown. Ferryman signs nothing for
 * it: it follows what the chain shows and the provider reports.
 */
export function decideManualDeposit(
  snapshot: Snapshot,
  order: Order,
  payment: DepositPayment | undefined,
  now: number,
  policy: Policy,
): Decision {
  return payment
    ? decideObserved(snapshot, order, payment, now, policy)
    : decideUnobserved(snapshot, order, now, policy);
}

function decideUnobserved(snapshot: Snapshot, order: Order, now: number, policy: Policy): Decision {
  const { stopped } = snapshot;
  const { state, reason, routerStatus: status } = snapshot.swap;
  if (wasReportedAsReceived(snapshot)) return followStatus(snapshot, status, now, policy);
  if (status && (reportsArrival(status.status) || status.status === 'REVERTED')) {
    // Chains do not show every payment, for example one that a contract forwards.
    return { kind: 'transition', state: 'settling', fundsState: 'in_flight' };
  }
  if (
    state === 'needs_review' &&
    stopped &&
    reason?.code === stopped.code &&
    now < (order.goodUntil ?? 0)
  ) {
    // The wallet was frozen before the deposit target was shown.
    return wait(policy.retryMax);
  }
  const before = endPaidBefore(snapshot, policy);
  if (before) return before;
  // A reorg removed the observed payment.
  if (state !== 'awaiting_deposit')
    return { kind: 'transition', state: 'awaiting_deposit', fundsState: 'untouched' };
  const { goodUntil: until = 0, depositSeenUntil: seenUntil = 0 } = order;
  if (now < until) return wait(Math.min(until - now, policy.retryMax));
  // Without a read of the blocks up to then, Ferryman cannot tell that no payment came.
  if (seenUntil < until) return wait(policy.settlementPoll, notRead);
  if (!status || status.at < until) return { kind: 'poll_status' };
  return endUnpaid(snapshot, 'expired', notPaid, policy);
}

/**
 * Whether the provider has once reported the deposit, whatever it reports later. An observed
 * payment that is not final does not count as its report.
 */
function wasReportedAsReceived({ swap: { state, fundsState, reason } }: Snapshot): boolean {
  if (state === 'settling') return true;
  return (
    state === 'needs_review' && fundsState !== 'untouched' && !isCause(reason, 'DEPOSIT_NOT_FINAL')
  );
}

/**
 * Ends an unpaid swap if an earlier swap of its chain of retries received its deposit after all.
 * `undefined`: none did.
 */
export function endPaidBefore(snapshot: Snapshot, policy: Policy): Decision | undefined {
  const { paidBefore } = snapshot;
  if (paidBefore === undefined) return undefined;
  const message = `this swap retries swap ${paidBefore}, whose deposit was paid after all; follow that swap`;
  return endUnpaid(snapshot, 'cancelled', { code: 'PAID_BEFORE', message }, policy);
}

const notPaid: Reason = {
  code: 'DEPOSIT_NOT_SEEN',
  message:
    'the deposit was not paid in time; Ferryman still watches its address and reports a late payment',
};

const notRead: Reason = {
  code: 'DEPOSIT_NOT_LOOKED_FOR',
  message:
    'the time to pay is over, but Ferryman has not read the blocks up to then, so it is unknown whether the deposit was paid; check the endpoints of its chain',
};

const notFinal: Reason = {
  code: 'DEPOSIT_NOT_FINAL',
  message:
    'the deposit was observed long ago, but its block is still not final, or Ferryman cannot read the chain; check the endpoints of its chain',
};

function decideObserved(
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
    // The process that watches the chain may have stopped, so tell a person.
    const reviewAt = payment.at + policy.reviewAfter;
    if (state === 'confirming' && now >= reviewAt)
      return waitForPerson(snapshot, 'in_flight', policy.retryMax, notFinal);
    return isOverdue ? followStatus(snapshot, routerStatus, now, policy) : wait(policy.retryMax);
  }
  const fault = depositFault(order, payment, job.from);
  const isCorrected = reviewEndsBy(snapshot.swap) === 'deposit' && !fault;
  if (fault && (isWaiting || isOverdue)) {
    return { kind: 'transition', state: 'needs_review', fundsState: 'in_flight', reason: fault };
  }
  if (isWaiting || isCorrected)
    return { kind: 'transition', state: 'settling', fundsState: 'in_flight' };
  // Even with a fault the provider may pay out, or send the money back.
  return followStatus(snapshot, routerStatus, now, policy);
}

function followStatus(
  snapshot: Snapshot,
  status: RouterStatus | undefined,
  now: number,
  policy: Policy,
): Decision {
  if (!status || now >= status.at + policy.statusPoll) return { kind: 'poll_status' };
  return decideStatus(snapshot, undefined, status, now, policy);
}
