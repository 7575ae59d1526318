import type { ChainHead, Inclusion, Outpoint } from '../core/swap/swap.ts';

/** What identifies an attempt to its chain. */
export interface ObservedAttempt {
  txId: string;
  /** The sender. Absent: unknown. */
  account?: string;
  /**
   * Where it was last observed. While that block is on the chain, an endpoint that does not know
   * the attempt is wrong.
   */
  inclusion?: Inclusion;
  /** The coins of its lease, on chains whose leases are of coins. */
  outpoints?: readonly Outpoint[];
}

export interface ChainObservation {
  head: ChainHead;
  /** By transaction id. Every requested attempt has an entry. */
  attempts: ReadonlyMap<string, Inclusion>;
  /**
   * Per account: the next free nonce at the final block, for accounts that needed the query. Empty
   * if transactions have no nonce.
   */
  finalNonces: ReadonlyMap<string, bigint>;
  /**
   * Hash of the block `head.final`. Absent if no nonces were read, or the endpoint does not return
   * it.
   */
  finalHash?: string;
  /**
   * Leases that expire at or before this are over at the final block. Absent if leases do not
   * expire.
   */
  expiredUpTo?: bigint;
  /**
   * Whether requested coins are spent at the final block, by any transaction. Absent if leases are
   * not of coins.
   */
  finalSpends?: ReadonlyMap<Outpoint, boolean>;
}
