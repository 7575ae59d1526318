import { missingProof } from '../operator/missing-proof.ts';
import { paymentOutcome } from '../swap/payment-outcome.ts';
import type { Reason, Snapshot } from '../swap/swap.ts';
import type { Decision } from './decision.ts';
import { endUnpaid } from './end-unpaid.ts';
import type { Policy } from './policy.ts';

export const cancelled: Reason = {
  code: 'CANCELLED',
  message: 'cancelled on request before anything was paid',
};

const pending: Reason = {
  code: 'CANCEL_PENDING',
  message: 'it is cancelled as soon as nothing of it is under way any more',
};

/**
 * Ends a swap that somebody wants cancelled once every payment of it is proven to have come to
 * nothing. `undefined` where nobody does, or where a payment was quicker: that one goes on like any
 * other.
 */
export function decideCancel(snapshot: Snapshot, policy: Policy): Decision | undefined {
  if (snapshot.swap.cancelRequestedAt === undefined || paymentOutcome(snapshot).kind !== 'unpaid')
    return undefined;
  // Its provider has told since that somebody has paid it by hand.
  if (missingProof(snapshot)) return undefined;
  return endUnpaid(snapshot, 'cancelled', cancelled, policy, pending);
}
