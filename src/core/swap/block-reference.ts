export interface BlockReference {
  /**
   * Its height; on Solana its slot; on TON a logical time, which is that of a transaction where one
   * is meant.
   */
  number: bigint;
  hash: string;
}
