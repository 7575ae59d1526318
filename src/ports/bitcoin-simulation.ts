/** What only an endpoint can say of a Bitcoin transaction. Money in satoshis. */
export interface BitcoinSimulation {
  /** What it spends, by `txid:vout`: read from transactions whose hashes are these ids. */
  previousOutputs: ReadonlyMap<string, { value: bigint; script: Uint8Array }>;
  /** What of it is in no block, as `txid:vout`. */
  waiting: readonly string[];
  /** Height of the newest block. */
  tip: bigint;
  /** Satoshis for a thousand virtual bytes that get a transaction into one of the next blocks. */
  estimatedRate: bigint;
}
