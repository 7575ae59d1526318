import type { SwapId } from '../../core/swap/ids.ts';

/** A swap as it was read. Writes with it throw `JOURNAL_STALE` if the swap has changed since. */
export interface Versioned {
  swapId: SwapId;
  version: number;
}
