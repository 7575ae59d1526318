/** What only an endpoint knows about a Bitcoin transaction. Amounts in satoshis. */
export interface BitcoinSimulation {
  /**
   * The outputs that it spends, by `txid:vout`. Each was read from a transaction that hashes to
   * that id. `isInscribed`: this transaction has inscribed something.
   */
  previousOutputs: ReadonlyMap<string, { value: bigint; script: Uint8Array; isInscribed?: true }>;
  /**
   * The compressed public key of the sender, from its keystore. Scripts of both address types follow
   * from it. Absent: only the script of its address is known as its own.
   */
  publicKey?: Uint8Array;
  /** Inputs whose transaction is in no block yet, as `txid:vout`. */
  waiting: readonly string[];
  /** Height of the newest block. */
  tip: bigint;
  /** Satoshis per 1000 virtual bytes for inclusion in one of the next blocks. */
  estimatedRate: bigint;
  /** The endpoint has no estimate: that rate is the least that it relays. */
  isLeastRate?: true;
}
