import type { ExecutedTransaction } from './execute-transaction.ts';

export interface Block {
  /** Counts blocks without gaps. */
  readonly height: number;
  /** Counts slots. Some pass without a block. */
  readonly slot: number;
  readonly blockhash: string;
  readonly unixSeconds: number;
  readonly transactions: readonly ExecutedTransaction[];
  /** The lowest included price in millionths of a lamport per compute unit; 0 if there was none. */
  readonly prioritizationFee: bigint;
}

/** How final a block is: the newest one, the one before it, or a final one. */
export type Commitment = 'processed' | 'confirmed' | 'finalized';

/** Maximum age of a blockhash for inclusion in the next block: agave's MAX_PROCESSING_AGE. */
export const MOST_BLOCKHASH_AGE = 150;

/**
 * The last valid block height of a blockhash, as validators report it. The next block may still
 * include the transaction.
 */
export function lastValidBlockHeight(block: Block): number {
  return block.height + MOST_BLOCKHASH_AGE;
}
