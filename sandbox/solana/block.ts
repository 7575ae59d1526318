import type { ExecutedTransaction } from './execute-transaction.ts';

export interface Block {
  /** Counts blocks: no number is left out. */
  readonly height: number;
  /** Counts the turns to make a block: some pass without one. */
  readonly slot: number;
  readonly blockhash: string;
  readonly unixSeconds: number;
  readonly transactions: readonly ExecutedTransaction[];
  /**
   * What was asked at least, in millionths of a lamport for each compute unit; 0 if nothing was.
   */
  readonly prioritizationFee: bigint;
}

/** How sure it is that a block stays: the newest one, the one before it, or a final one. */
export type Commitment = 'processed' | 'confirmed' | 'finalized';

/**
 * How old a blockhash may be for a transaction to get into the block after: agave's
 * MAX_PROCESSING_AGE.
 */
export const MOST_BLOCKHASH_AGE = 150;

/**
 * The last height that a validator gives for a blockhash. The block after it may be the one that
 * has the transaction.
 */
export function lastValidBlockHeight(block: Block): number {
  return block.height + MOST_BLOCKHASH_AGE;
}
