import type { CapUse } from '../core/caps/cap.ts';
import type { ChainName } from '../core/swap/chains.ts';
import type { SwapName } from '../core/swap/job-seal.ts';
import type { Intent } from './guard.ts';
import type { LeaseToProve } from './lease-proof.ts';

/**
 * What a signer has signed, in its own words. Append-only, and written before the signature leaves
 * the signer. It lies beside the keys. Throws `SIGNING_LOG_UNAVAILABLE`, `SIGNING_LOG_DAMAGED`.
 */
export interface SignatureLog {
  /** On disk when its promise resolves. */
  record(signature: Signature): Promise<void>;
  /** For these swaps, and for those that retry one of them, oldest first. */
  ofSwaps(swaps: readonly SwapName[]): Promise<Signature[]>;
  /**
   * Payments since a time, oldest first.
   * @param time at most a week ago, in milliseconds since the epoch
   */
  paymentsSince(time: number): Promise<CountedSignature[]>;
  close(): Promise<void>;
}

/** One signed transaction. */
export interface Signature {
  chain: ChainName;
  /** Computed from the signed bytes. */
  txId: string;
  /** The exact signed bytes, 0x-prefixed hex. */
  bytes: string;
  /** The lease that the guard found the bytes to be under. */
  lease: LeaseToProve;
  /** The most that it can cost, in base units of the chain's coin. */
  maxFee: bigint;
  /** By the signer's clock, in milliseconds since the epoch. */
  signedAt: number;
  /** One for each swap that it serves, in the order of its messages. */
  parts: readonly SignedPart[];
}

/** What caps need to know of it. */
export type CountedSignature = Omit<Signature, 'bytes'>;

export interface SignedPart extends SwapName {
  /** The swaps that this one retries, nearest first, as its seal names them. */
  retries: readonly SwapName[];
  intent: Intent['kind'];
  /** What a payment takes from the wallet. */
  use?: CapUse;
}
