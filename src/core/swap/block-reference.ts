export interface BlockReference {
  /**
   * Height of the block; its slot on Solana. On TON a logical time: the transaction's own if the
   * reference is to a transaction.
   */
  number: bigint;
  hash: string;
}
