import { assertNever } from '../assert-never.ts';
import type { Policy } from '../decide/policy.ts';
import { type Job, latestDeadline } from '../swap/job.ts';
import { spentGenerations } from '../swap/spent-generations.ts';
import { isDepositShown, isEnd, isPayment, type Reason, type Snapshot } from '../swap/swap.ts';
import { type MissingProof, missingProof } from './missing-proof.ts';
import { replacedBy, type Successor } from './successor.ts';
import { withWayOut } from './way-out.ts';

/** Why a retry is refused: a proof is missing, or it would be one payment too many. */
export interface RetryRefusal extends Reason {
  code:
    | 'PAYMENT_LANDED'
    | 'PAYMENT_MAY_LAND'
    | 'FUNDS_UNKNOWN'
    | 'CANCEL_PENDING'
    | 'RETRIES_SPENT'
    | 'SWAP_REPLACED';
}

export interface RetryRules extends Pick<Policy, 'maxGenerations'> {
  /** The swap that has the place of an ended one. */
  successor?: Successor | undefined;
  /** Why a deposit of an ended swap, paid by a person, may still land. */
  landing?: LandingDeposit | undefined;
}

export type LandingDeposit = Reason & { code: 'PAYMENT_MAY_LAND' };

export type RetryVerdict =
  /**
   * The same swap with another order; if a payment of it is proven dead or reverted, its next
   * generation.
   */
  | { kind: 'new_order' }
  /** The swap has ended: another swap with the same job, its successor if there is one. */
  | { kind: 'new_swap' }
  | { kind: 'refused'; refusal: RetryRefusal };

/**
 * What a retry of this swap means. No retry pays while an earlier payment of its chain of retries
 * can land, and none after one has landed, whatever became of its money.
 */
export function judgeRetry(
  snapshot: Snapshot,
  { maxGenerations, successor, landing }: RetryRules,
): RetryVerdict {
  const { swap } = snapshot;
  if (successor?.as === 'edit') return { kind: 'refused', refusal: replacedBy(successor.swapId) };
  const missing = missingProof(snapshot);
  if (missing) {
    const message = isEnd(swap.state)
      ? `${missing.message}${afterEnd(missing.code)}`
      : withWayOut(missing.message, swap);
    return { kind: 'refused', refusal: { ...missing, message } };
  }
  if (isDepositShown(snapshot)) return { kind: 'refused', refusal: depositShown };
  const { paidBefore } = snapshot;
  if (paidBefore !== undefined) {
    const message = `it retries swap ${paidBefore}, whose deposit was paid after all; follow that swap`;
    return { kind: 'refused', refusal: { code: 'PAYMENT_LANDED', message } };
  }
  if (isEnd(swap.state))
    return landing && !successor ? { kind: 'refused', refusal: landing } : { kind: 'new_swap' };
  if (swap.cancelRequestedAt !== undefined) {
    const message = 'the swap is being cancelled; wait until it ends, then retry it';
    return { kind: 'refused', refusal: { code: 'CANCEL_PENDING', message } };
  }
  if (spentGenerations(snapshot, (step) => isPayment(step.kind)) >= maxGenerations) {
    const message = `${maxGenerations} payments of the swap are proven dead or reverted, so it ends as failed; retry it then`;
    return { kind: 'refused', refusal: { code: 'RETRIES_SPENT', message } };
  }
  return { kind: 'new_order' };
}

/** What a person can do once the swap has ended. A signed payment still gets its proof. */
export function afterEnd(code: MissingProof['code']): string {
  switch (code) {
    case 'PAYMENT_LANDED':
      return '. If you want another payment, submit the job again under a new key';
    case 'FUNDS_UNKNOWN':
      return '. That proof may never come. If you are sure that nothing of this swap has paid or will pay the receiver, submit the job again under a new key';
    case 'PAYMENT_MAY_LAND':
      return '';
    default:
      return assertNever(code, 'missing proof');
  }
}

const depositShown: Reason & { code: 'PAYMENT_MAY_LAND' } = {
  code: 'PAYMENT_MAY_LAND',
  message:
    'a person may be paying the deposit whose address was shown: cancel the swap, then retry it',
};

/**
 * The same job for another swap, with as much time as the old one had. `submittedAt`: when the old
 * swap was submitted.
 */
export function renewJob(job: Job, submittedAt: number, now: number): Job {
  const renewed = (deadline: number): number =>
    Math.min(latestDeadline, now + Math.max(0, deadline - submittedAt));
  const { deadline, deadlineIfHeld: latest } = job;
  return {
    ...job,
    deadline: renewed(deadline),
    ...(latest === undefined ? {} : { deadlineIfHeld: renewed(latest) }),
  };
}
