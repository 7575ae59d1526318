import type { EnvelopeVotes } from '../core/approvals/vote.ts';
import type { Swap } from '../core/swap/swap.ts';
import type { TransactionObject } from '../core/swap/transaction-object.ts';
import type { FerrymanError } from '../errors/ferryman-error.ts';
import type { SignedTransaction, SimulatedChanges, UnsignedTransaction } from './chain-adapter.ts';
import type { Enlargement, Intent, Verdict } from './guard.ts';
import type { LeaseToProve } from './lease-proof.ts';
import type { MarketPrices } from './prices.ts';
import type { AdmittedItem } from './stores/approval-store.ts';

/**
 * Signs transactions that it has judged itself, under its own policy: in this process, or in one of
 * its own (`ferryman signer`). It takes no digest and no verdict: a worker that was
 * taken over could send either.
 */
export interface Signer {
  /**
   * Decodes and judges the exact bytes for each swap that they serve, looks up what it has signed for
   * these swaps before, logs what it signs, and signs. Throws `KEYSTORE_MISSING`, `SIGNER_REFUSED`,
   * `SIGNER_UNAVAILABLE`, and what an adapter's `simulate` and `sign` throw.
   */
  sign(request: SigningRequest): Promise<SigningAnswer>;
}

export interface SigningRequest {
  unsigned: UnsignedTransaction;
  /** One for each swap that the transaction serves, in the order of its messages. */
  parts: readonly [PartToSign, ...PartToSign[]];
}

/** What a transaction does for one swap. */
export interface PartToSign {
  /** The job with its seal. `state`: a signer of its own process does not count on it. */
  swap: Pick<Swap, 'id' | 'idempotencyKey' | 'job' | 'seal' | 'state'>;
  lease: LeaseToProve;
  intent: Intent;
  /** From which the bytes were built. */
  transaction: TransactionObject;
  /** The bytes of this part by itself: what is signed, if there is no other. */
  unsigned: UnsignedTransaction;
  feeSpent: bigint;
  enlargement?: Enlargement;
  /** It replaces a payment of the same order. */
  repeats?: true;
  /** What persons have admitted, as the journal says. It counts if it is sealed. */
  admitted?: readonly AdmittedItem[];
  /** What approvers have signed for the payment, as the journal says. The signer verifies it. */
  votes?: readonly EnvelopeVotes[];
  /**
   * What this process has read itself for its own judgement. A signer that another process asks
   * reads all of it anew.
   */
  facts?: SigningFacts;
}

export interface SigningFacts {
  simulation: SimulatedChanges;
  prices?: MarketPrices;
  /** A settled swap has paid the receiver of the job. */
  paidBefore?: true;
}

export type SigningAnswer =
  | { kind: 'signed'; signed: SignedTransaction }
  /**
   * The signer's own policy does not allow it. `part`: the position of the refused part. Absent: the
   * transaction is not its parts.
   */
  | {
      kind: 'refused';
      part?: number;
      verdict: Exclude<Verdict, { kind: 'allow' }>;
      admittedBy: readonly string[];
    }
  /** A part may not be signed now, whatever the guard says: it was paid before, or a cap is reached. */
  | { kind: 'failed'; part: number; error: FerrymanError };
