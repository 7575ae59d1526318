import { landedAttempt, observedPayoutOf } from '../swap/attempts.ts';
import { formatsOf } from '../swap/chains.ts';
import { paysOutElsewhere } from '../swap/job.ts';
import { isLiving, isRecovery, type RouterStatus, type Snapshot, type Step } from '../swap/swap.ts';
import { decideRecovery } from './decide-recovery.ts';
import { isProgressed } from './decide-step.ts';
import { type Decision, type Look, wait } from './decision.ts';
import type { Policy } from './policy.ts';
import { reviewEndsBy } from './review-causes.ts';
import { waitForPerson } from './wait-for-person.ts';

/** What to do about a payment that is deep enough on its chain to look for its payout. */
export function decidePayout(
  snapshot: Snapshot,
  payment: Step,
  now: number,
  policy: Policy,
): Decision {
  const { swap } = snapshot;
  if (payment.outcome === 'open' && !isProgressed(payment)) return wait(policy.resendAfter);
  // A payment that failed, or lost to its cancel, has no payout: only its proof is missing.
  if (payment.outcome === 'open' && !landedAttempt(payment)) return wait(policy.resendAfter);
  if (swap.state === 'executing' || swap.state === 'confirming') {
    return { kind: 'transition', state: 'settling', fundsState: 'in_flight' };
  }
  if (!paysOutElsewhere(swap.job)) {
    return payment.outcome === 'landed'
      ? { kind: 'find_settlement', step: payment, look: 'own' }
      : (decideSight(snapshot, payment) ?? wait(policy.resendAfter));
  }
  const recovery = snapshot.steps.find(
    (step) => isRecovery(step.kind) && isLiving(step) && step.lease,
  );
  if (recovery?.outcome === 'landed')
    return { kind: 'find_settlement', step: recovery, look: 'own' };
  // A signed recovery is followed to its proof, whatever status the routing service reports.
  if (recovery?.lease?.state === 'signed')
    return decideSight(snapshot, recovery) ?? wait(policy.resendAfter);
  const status = swap.routerStatus;
  if (!status || now >= status.at + policy.statusPoll) return { kind: 'poll_status', payment };
  return decideStatus(snapshot, payment, status, now, policy);
}

/**
 * Reads a native payout while its block is fresh. Native coins leave no logs, and nodes trace them
 * only while they keep the block's state. On TON it stays in the receiver's history instead.
 */
function decideSight({ swap }: Snapshot, step: Step): Decision | undefined {
  const { job } = swap;
  const [asset, receiver] =
    step.kind === 'refund' ? [job.from, job.wallet.address] : [job.to, job.receiver];
  if (asset.reportedOnly) return undefined;
  const { actsAtOnce, nativeToken } = formatsOf(asset.family);
  if (!actsAtOnce || asset.token !== nativeToken) return undefined;
  if (!isProgressed(step) || !landedAttempt(step)) return undefined;
  return observedPayoutOf(step) ? undefined : { kind: 'sight', step, asset, receiver };
}

/** Statuses in which the money moves on without a person. */
const goesOn: ReadonlySet<string> = new Set([
  'PENDING',
  'LONG_PENDING',
  'NOT_FOUND',
  'SUCCESS',
  'REVERTED',
]);

/**
 * The one place that maps router statuses to decisions. An unknown status is no evidence.
 * @param payment absent if a person paid the deposit
 */
export function decideStatus(
  snapshot: Snapshot,
  payment: Step | undefined,
  status: RouterStatus,
  now: number,
  policy: Policy,
): Decision {
  const nextAsk = status.at + policy.statusPoll - now;
  const look = (where: Look): Decision => ({
    kind: 'find_settlement',
    ...(payment ? { step: payment } : {}),
    look: where,
  });
  const leaveToPerson = (): Decision =>
    waitForPerson(snapshot, 'in_flight', nextAsk, statusReason(status));
  const { job } = snapshot.swap;
  const isReportedOnly = job.to.reportedOnly === true;
  if (reviewEndsBy(snapshot.swap) === 'status' && goesOn.has(status.status)) {
    // The person the swap waited for has acted.
    return { kind: 'transition', state: 'settling', fundsState: 'in_flight' };
  }
  switch (status.status) {
    case 'SUCCESS':
      return look('payout');
    case 'REVERTED':
      // Without a readable transaction the status proves nothing; it may be the refund's.
      return look(status.destination && !isReportedOnly ? 'other_token' : 'refund');
    case 'FAIL':
      return look('refund_or_payout');
    case 'PENDING':
    case 'LONG_PENDING':
    case 'NOT_FOUND':
      return now >= overdueAt(snapshot, status, policy) ? look('payout') : wait(nextAsk);
    case 'REVERT':
      // Ferryman cannot fetch a manual deposit, or money on a chain that it does not sign for.
      return payment
        ? decideRecovery(snapshot, 'refund', payment, nextAsk, policy)
        : leaveToPerson();
    case 'READY_TO_CLAIM':
      return payment && !isReportedOnly
        ? decideRecovery(snapshot, 'claim', payment, nextAsk, policy)
        : leaveToPerson();
    case 'WAITING_FOR_TRUSTLINE':
    case 'WAITING_FOR_REFUND_TRUSTLINE':
    case 'KYC_REQUIRED':
      return leaveToPerson();
    default:
      return now >= overdueAt(snapshot, status, policy)
        ? waitForPerson(snapshot, 'unknown', nextAsk, statusReason(status))
        : wait(nextAsk);
  }
}

/**
 * A payout is overdue after a multiple of the duration that its order expects, but not before
 * `reviewAfter`.
 */
export function overdueAt(
  { order }: Snapshot,
  { firstAskedAt }: RouterStatus,
  policy: Policy,
): number {
  return (
    firstAskedAt +
    Math.max(policy.reviewAfter, policy.reviewAfterTimes * (order?.expectedDuration ?? 0))
  );
}

export function statusReason({ status }: RouterStatus) {
  return {
    code: 'ROUTER_STATUS_NEEDS_PERSON',
    message: `the routing service reports ${status}`,
  } as const;
}
