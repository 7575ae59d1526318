/**
 * When a swap gives back its slot: once its transaction is sent, once it is in a block, or once its
 * lease is proven.
 */
export type SlotReturn = 'sent' | 'included' | 'proven';

/** How the lane of a wallet account on a chain admits swaps. */
export interface LaneRule {
  /** Maximum number of swaps that hold a slot. */
  slots: number;
  returnedAt: SlotReturn;
  /** Admits only into an empty lane, all slots at once: those swaps are paid in one transaction. */
  together: boolean;
}
