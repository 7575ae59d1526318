import type { SwapId } from '../../core/swap/ids.ts';

/**
 * A swap as it was read: what writes with it throws `JOURNAL_STALE` where the swap has changed
 * since.
 */
export interface Versioned {
  swapId: SwapId;
  version: number;
}
