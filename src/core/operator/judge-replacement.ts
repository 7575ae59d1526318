import { isEnd, type Reason, type Snapshot } from '../swap/swap.ts';
import { afterEnd } from './judge-retry.ts';
import { missingProof } from './missing-proof.ts';
import { replacedBy, type Successor } from './successor.ts';
import { withWayOut } from './way-out.ts';

/** Why a swap cannot be replaced by an edited one. */
export interface ReplacementRefusal extends Reason {
  code:
    | 'SWAP_REPLACED'
    | 'SWAP_RETRIED'
    | 'SWAP_NOT_ENDED'
    | 'PAYMENT_LANDED'
    | 'PAYMENT_MAY_LAND'
    | 'FUNDS_UNKNOWN';
}

type ReplacementVerdict = { kind: 'allowed' } | { kind: 'refused'; refusal: ReplacementRefusal };

/** Its address is known to a person: no proof excludes that a payment to it still comes. */
const paidByHand: ReplacementRefusal = {
  code: 'PAYMENT_MAY_LAND',
  message:
    'a person may have the address of its deposit and still pay it. Retry it, or submit another job under a new key once it is sure that no one pays',
};

/**
 * Whether another swap with an edited job may take the place of this one: it has ended, nothing of
 * it has paid or still can, and no other swap has its place. A refunded swap has paid.
 */
export function judgeReplacement(
  snapshot: Snapshot,
  successor: Successor | undefined,
): ReplacementVerdict {
  const { swap } = snapshot;
  const refuse = (refusal: ReplacementRefusal) => ({ kind: 'refused' as const, refusal });
  if (successor) {
    const { swapId: by, as } = successor;
    if (as === 'edit') return refuse(replacedBy(by));
    const message = `the swap ${by} tries its job again; edit that one, once it has ended unpaid`;
    return refuse({ code: 'SWAP_RETRIED', message });
  }
  const missing = missingProof(snapshot);
  if (missing) {
    const message = isEnd(swap.state)
      ? `${missing.message}${afterEnd(missing.code)}`
      : withWayOut(missing.message, swap);
    return refuse({ ...missing, message });
  }
  if (swap.job.flow === 'deposit-by-hand') return refuse(paidByHand);
  if (isEnd(swap.state)) return { kind: 'allowed' };
  const message = `it is ${swap.state} and may still pay; cancel it, and edit it once it has ended`;
  return refuse({ code: 'SWAP_NOT_ENDED', message });
}
