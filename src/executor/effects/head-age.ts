import type { Chain } from '../../core/swap/chains.ts';

/** Most milliseconds, however slow the blocks. */
const longest = 2_000;

/** Milliseconds by which a head may be out of date for reads that do not need the newest one. */
export function maxHeadAge({ blockTimeMs }: Pick<Chain, 'blockTimeMs'>): number {
  return Math.min(blockTimeMs, longest);
}
