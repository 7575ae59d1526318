import type { Chain } from '../../core/swap/chains.ts';

/** However slow blocks are, what is older than this is asked for again, in milliseconds. */
const longest = 2_000;

/**
 * Milliseconds by which a chain's newest block may be out of date where a question does not depend
 * on it: mostly it is the newest one still.
 */
export function recent({ blockTimeMs }: Pick<Chain, 'blockTimeMs'>): number {
  return Math.min(blockTimeMs, longest);
}
