import type { ChainHead, Inclusion, Outpoint } from '../core/swap/swap.ts';

/** What identifies an attempt to its chain. */
export interface ObservedAttempt {
  txId: string;
  /** Whose it is. Absent: not known. */
  account?: string;
  /**
   * Where it was when it was last looked at. While that block is on the chain, an endpoint that
   * does not know the attempt is wrong.
   */
  inclusion?: Inclusion;
  /** The coins of its lease, where it is of coins. */
  outpoints?: readonly Outpoint[];
}

export interface ChainObservation {
  head: ChainHead;
  /** By transaction id; every attempt asked about has an entry. */
  attempts: ReadonlyMap<string, Inclusion>;
  /**
   * Per account: the next free nonce at the final block, of those that had to be asked for. Empty
   * where transactions have none.
   */
  finalNonces: ReadonlyMap<string, bigint>;
  /**
   * Hash of the block `head.final`. Absent where no nonces were read, or where the endpoint does
   * not name it.
   */
  finalHash?: string;
  /** Leases that expire then or earlier are over at the final block. Absent where none expires. */
  expiredUpTo?: bigint;
  /**
   * Whether coins that were asked about are spent at the final block, by whomever. Absent where
   * there are none.
   */
  finalSpends?: ReadonlyMap<Outpoint, boolean>;
}
