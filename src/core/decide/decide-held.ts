import type { HeldFor } from '../approvals/approval.ts';
import { deadlineOf } from '../swap/deadline-of.ts';
import { paymentOutcome } from '../swap/payment-outcome.ts';
import type { Reason, Snapshot, Swap } from '../swap/swap.ts';
import { expire } from './decide-unpaid.ts';
import { type Decision, wait } from './decision.ts';
import { endUnpaid } from './end-unpaid.ts';
import type { Policy } from './policy.ts';

/**
 * Law 10: what happens to a swap that is held for an approval. Once all its items are approved, and
 * the receiver of an approved payment has cooled, it quotes again, and the guard judges the new
 * answer. A rejection ends it, and so does the time. If
 * a payment of it may have moved money, it waits for a person instead of ending. `undefined`: it is
 * not held.
 */
export function decideHeld(snapshot: Snapshot, now: number, policy: Policy): Decision | undefined {
  const { swap, heldFor } = snapshot;
  if (!heldFor) return undefined;
  const { rejected, open, expiresAt, notBefore } = heldFor;
  const isExpired = open > 0 && expiresAt !== undefined && now >= expiresAt;
  const refusal = rejected ? rejection(rejected) : isExpired ? expiry : undefined;
  const isUnpaid = paymentOutcome(snapshot).kind === 'unpaid';
  // The deadline ends the time to decide too, and says more.
  if (isUnpaid && !rejected && now >= deadlineOf(swap)) return expire(snapshot, policy);
  if (isUnpaid && refusal) return endUnpaid(snapshot, 'failed', refusal, policy);
  if (refusal) {
    const { fundsState } = swap;
    return { kind: 'transition', state: 'needs_review', fundsState, reason: refusal };
  }
  if (open > 0) return wait(endOf(swap, expiresAt ?? now + policy.retryMax, now) - now);
  if (notBefore !== undefined && now < notBefore) return wait(endOf(swap, notBefore, now) - now);
  return {
    kind: 'transition',
    state: isUnpaid ? 'requested' : 'settling',
    fundsState: swap.fundsState,
  };
}

/** The deadline of a job bounds what is not paid yet. */
function endOf(swap: Swap, expiresAt: number, now: number): number {
  const deadline = deadlineOf(swap);
  return deadline > now ? Math.min(deadline, expiresAt) : expiresAt;
}

function rejection({ by, reason, message }: NonNullable<HeldFor['rejected']>): Reason {
  return {
    code: 'APPROVAL_REJECTED',
    message: `${by} rejected what the guard held the swap for (${message}): ${reason}`,
  };
}

const expiry: Reason = {
  code: 'APPROVAL_EXPIRED',
  message: 'no person decided in time on what the guard held the swap for',
};
