import { isCause } from '../decide/review-causes.ts';
import { isEnd, type Swap } from '../swap/swap.ts';

/**
 * What became of a cancel request. `pending`: the chain has not decided. `too_late`: the swap was
 * paid, or ended in another way.
 */
export type CancelStatus = 'pending' | 'cancelled' | 'too_late';

type Requested = Pick<Swap, 'state' | 'endedAs' | 'fundsState' | 'isPaid' | 'reason' | 'job'>;

export function cancelStatusOf(swap: Requested): CancelStatus {
  const { state, endedAs, isPaid } = swap;
  if (state === 'cancelled' || endedAs === 'cancelled') return 'cancelled';
  return isPaid || isEnd(state) || endedAs !== undefined || isDeposited(swap)
    ? 'too_late'
    : 'pending';
}

/**
 * Whether a final deposit, right or wrong, was paid: Ferryman signs nothing for such a swap, so no
 * chain decides any more. A payment that is not final may still disappear.
 */
function isDeposited({ state, fundsState, reason, job }: Requested): boolean {
  const isFinal = state !== 'confirming' && !isCause(reason, 'DEPOSIT_NOT_FINAL');
  return job.flow === 'deposit-by-hand' && fundsState !== 'untouched' && isFinal;
}
