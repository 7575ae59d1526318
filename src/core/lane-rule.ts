import { mostTogether } from '../families/ton/formats/wallet-versions.ts';
import type { Family } from './chains.ts';
import { familiesOneAtATime } from './one-at-a-time.ts';

/**
 * Until when a swap keeps its slot: until its transaction was sent, is included in a block, or its
 * lease is proven.
 */
export type SlotReturn = 'sent' | 'included' | 'proven';

/** How the lane of a wallet account on a chain admits swaps. */
export interface LaneRule {
  /** How many swaps hold a slot at most. */
  slots: number;
  returnedAt: SlotReturn;
  /** Admits only into an empty lane, all slots at once: what is signed there goes in one transaction. */
  together: boolean;
}

/**
 * go-ethereum keeps 16 transactions of an account in its pool for sure (`txpool.accountslots`): more
 * are sent only after inclusions. TRON and Solana have no such order; eight are enough to wait for the
 * routing service side by side. A wallet contract of TON and an address of Bitcoin sign nothing new
 * until the last transaction is proven.
 */
export function laneRuleOf(family: Family): LaneRule {
  if (familiesOneAtATime.includes(family)) {
    return { slots: family === 'ton' ? mostTogether : 1, returnedAt: 'proven', together: true };
  }
  return family === 'evm'
    ? { slots: 16, returnedAt: 'included', together: false }
    : { slots: 8, returnedAt: 'sent', together: false };
}
