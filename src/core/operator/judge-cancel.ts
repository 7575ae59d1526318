import { isUnderWay } from '../decide/end-unpaid.ts';
import { isEnd, type Reason, type Snapshot } from '../swap/swap.ts';
import { missingProof } from './missing-proof.ts';
import { withWayOut } from './way-out.ts';

/** Why a swap cannot be cancelled. */
export interface CancelRefusal extends Reason {
  code: 'PAYMENT_LANDED' | 'FUNDS_UNKNOWN' | 'SWAP_ENDED';
}

type CancelVerdict =
  /** It is already cancelled. */
  | { kind: 'cancelled' }
  /** Nothing of it is in flight: it ends at once. */
  | { kind: 'end' }
  /** Something is signed: the chain decides. */
  | { kind: 'request' }
  | { kind: 'refused'; refusal: CancelRefusal };

/** What a cancel request means for this swap. It stays a request until the chain has decided. */
export function judgeCancel(snapshot: Snapshot): CancelVerdict {
  const { swap } = snapshot;
  if (swap.state === 'cancelled') return { kind: 'cancelled' };
  const missing = missingProof(snapshot);
  if (missing && missing.code !== 'PAYMENT_MAY_LAND') {
    return {
      kind: 'refused',
      refusal: { code: missing.code, message: withWayOut(missing.message, swap) },
    };
  }
  if (isEnd(swap.state) && missing) {
    // A person has ended it. Signed transactions are still followed, and cancelled if possible.
    return { kind: 'refused', refusal: { code: 'FUNDS_UNKNOWN', message: missing.message } };
  }
  if (isEnd(swap.state)) {
    return {
      kind: 'refused',
      refusal: { code: 'SWAP_ENDED', message: `the swap is ${swap.state}, with nothing paid` },
    };
  }
  return { kind: isUnderWay(snapshot) ? 'request' : 'end' };
}
