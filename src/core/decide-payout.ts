import { isProgressed } from './decide-step.ts';
import { type Decision, wait } from './decision.ts';
import { isCrossChain } from './job.ts';
import type { Policy } from './policy.ts';
import type { FundsState, Reason, RouterStatus, Snapshot, Step } from './swap.ts';

/** What to do about a payment that is on its chain deeply enough to look for what it bought. */
export function decidePayout(snapshot: Snapshot, payment: Step, now: number, policy: Policy): Decision {
  const { swap } = snapshot;
  if (payment.outcome === 'open' && !isProgressed(payment)) return wait(policy.resendAfter);
  // A payment that failed, or lost to its cancel, has bought nothing: all that is missing is the proof.
  if (payment.outcome === 'open' && !hasPaid(payment)) return wait(policy.resendAfter);
  if (swap.state === 'executing' || swap.state === 'confirming') {
    return { kind: 'transition', state: 'settling', fundsState: 'in_flight' };
  }
  if (!isCrossChain(swap.job)) {
    return payment.outcome === 'landed' ? { kind: 'find_settlement', payment } : wait(policy.resendAfter);
  }
  const status = swap.routerStatus;
  if (!status || now >= status.at + policy.statusPoll) return { kind: 'ask_status', payment };
  return decideStatus(snapshot, payment, status, now, policy);
}

function hasPaid({ lease }: Step): boolean {
  return (lease?.attempts ?? []).some(
    ({ kind, inclusion }) =>
      kind !== 'cancel' && (inclusion.status === 'included' || inclusion.status === 'final') && inclusion.succeeded,
  );
}

function decideStatus(snapshot: Snapshot, payment: Step, status: RouterStatus, now: number, policy: Policy): Decision {
  const nextAsk = status.at + policy.statusPoll - now;
  const overdue = now >= status.firstAskedAt + policy.reviewAfter;
  switch (status.status) {
    case 'SUCCESS':
      return { kind: 'find_settlement', payment };
    case 'PENDING':
    case 'LONG_PENDING':
    case 'NOT_FOUND':
      return overdue ? { kind: 'find_settlement', payment } : wait(nextAsk);
    case 'FAIL':
      return review(snapshot, 'unknown', nextAsk, status);
    case 'REVERT':
    case 'REVERTED':
    case 'READY_TO_CLAIM':
    case 'WAITING_FOR_TRUSTLINE':
    case 'WAITING_FOR_REFUND_TRUSTLINE':
    case 'KYC_REQUIRED':
      return review(snapshot, 'in_flight', nextAsk, status);
    default:
      // A status that the interface did not name is no evidence of anything; it is given its time.
      return overdue ? review(snapshot, 'unknown', nextAsk, status) : wait(nextAsk);
  }
}

function review(snapshot: Snapshot, fundsState: FundsState, delay: number, status: RouterStatus): Decision {
  const reason: Reason = {
    code: 'ROUTER_STATUS_NEEDS_PERSON',
    message: `the routing service reports ${status.status}`,
  };
  return waitForPerson(snapshot, fundsState, delay, reason);
}

/** Goes to `needs_review`, or stays there and keeps looking: late evidence still counts. */
export function waitForPerson(snapshot: Snapshot, fundsState: FundsState, delay: number, reason: Reason): Decision {
  const { swap } = snapshot;
  return swap.state === 'needs_review' && swap.reason?.code === reason.code
    ? wait(delay, reason)
    : { kind: 'transition', state: 'needs_review', fundsState, reason };
}
