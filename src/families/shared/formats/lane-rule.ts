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
  /**
   * Admits only into an empty lane, all slots at once: what is signed there goes in one
   * transaction.
   */
  together: boolean;
}
