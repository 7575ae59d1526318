import type { LeaseTerms, Outpoint } from '../../core/swap/swap.ts';
import type { Fee, TransactionObject } from '../../core/swap/transaction-object.ts';
import type { LeaseToProve } from '../lease-proof.ts';

/**
 * What it takes to sign a dearer transaction in the place of one that is not included yet; of all
 * of them one lands at most.
 */
export interface Replacement {
  /** How what is stuck is made dearer without being changed. */
  readonly raise: Raise;
  /**
   * A transaction that uses up a lease and does nothing else (EVM: nothing sent to oneself;
   * Bitcoin: the coins, back to oneself).
   */
  cancelTransaction(lease: LeaseToProve): Promise<TransactionObject>;
  /**
   * The lowest fee that replaces what was signed, or what the market asks where that is more and
   * `most` allows it.
   */
  replacementFee(request: ReplacementFeeRequest): Promise<Fee>;
}

type Raise =
  /** The same is signed again for a higher fee, under the same lease. */
  | {
      kind: 'again';
      /**
       * What signed bytes do, whatever their fee and lease: what a dearer attempt has to do as
       * well. Throws `SIGNATURE_MISMATCH`.
       */
      transactionOf(bytes: string): TransactionObject;
    }
  /**
   * It stays as it is, and a child that spends what comes back of it to us pays for the inclusion
   * of both (Bitcoin: CPFP).
   */
  | {
      kind: 'child';
      /**
       * Nothing where nothing comes back, or where both pay already what the market asks. Throws
       * `INSUFFICIENT_BALANCE` where too little comes back, `FEE_TOO_HIGH`, `RPC_UNAVAILABLE`.
       */
      childOf(request: ChildRequest): Promise<Child | undefined>;
      /**
       * The same payment from more of the account's coins, where nothing comes back of it that a
       * child could spend. Nothing where something does, where it pays already what the market
       * asks, where it does not say that it may be replaced (BIP-125), and where the account has no
       * coin to spare. Throws `FEE_TOO_HIGH`, `RPC_UNAVAILABLE`.
       */
      enlargedOf(request: EnlargeRequest): Promise<Enlarged | undefined>;
    };

interface ReplacementFeeRequest {
  /** Of the dearest attempt so far. */
  fee: Fee;
  /** What the transaction that takes its place would cost right now. */
  market: Fee;
  /** Native base units in all. */
  most: bigint;
  /**
   * Ids of the attempts so far: what others have built on them goes with them, which has to be paid
   * for as well (Bitcoin).
   */
  replaced: readonly string[];
}

export interface ChildRequest {
  account: string;
  parent: { txId: string; bytes: string };
  /** Of the child before this one, in whose place it comes. */
  earlier?: Fee;
  /** Native base units, for the child alone. */
  most: bigint;
}

/** A transaction that spends what comes back to us of another one, to ourselves. */
export interface Child {
  transaction: TransactionObject;
  /** What it spends. */
  terms: LeaseTerms;
  fee: Fee;
}

export interface EnlargeRequest {
  lease: LeaseToProve;
  /**
   * Those of the lease so far, in the order in which they were signed. The first one is the
   * payment, and what it pays is paid again.
   */
  attempts: readonly { txId: string; bytes: string }[];
  /** Of the dearest of them. */
  fee: Fee;
  /** Native base units in all. */
  most: bigint;
}

/**
 * A transaction that spends all coins of a lease and more, and pays what the first one under it
 * does.
 */
export interface Enlarged {
  transaction: TransactionObject;
  /** What it spends beside the coins of the lease. */
  added: readonly Outpoint[];
  fee: Fee;
}
