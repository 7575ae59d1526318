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
  message:
    'a transaction of the swap is still in flight; the swap is cancelled once its outcome is proven',
};

/**
 * Ends a swap with a cancel request once all its payments are proven unpaid. `undefined`: there is
 * no request, or a payment was quicker and is followed like any other.
 */
export function decideCancel(snapshot: Snapshot, policy: Policy): Decision | undefined {
  if (snapshot.swap.cancelRequestedAt === undefined || paymentOutcome(snapshot).kind !== 'unpaid')
    return undefined;
  // Since the request its provider has reported that a person paid the deposit.
  if (missingProof(snapshot)) return undefined;
  return endUnpaid(snapshot, 'cancelled', cancelled, policy, pending);
}
