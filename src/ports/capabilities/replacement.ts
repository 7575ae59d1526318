import type { LeaseTerms, Outpoint } from '../../core/swap/swap.ts';
import type { Fee, TransactionObject } from '../../core/swap/transaction-object.ts';
import type { LeaseToProve } from '../lease-proof.ts';

/** Bumps or cancels a transaction that is not included yet. At most one of the attempts lands. */
export interface Replacement {
  /** How a stuck transaction gets a higher fee without a change of what it does. */
  readonly raise: Raise;
  /**
   * A transaction that uses up a lease and does nothing else (EVM: sends nothing to oneself;
   * Bitcoin: sends the coins back to oneself).
   */
  cancelTransaction(lease: LeaseToProve): Promise<TransactionObject>;
  /**
   * The lowest fee that replaces the signed one; or the market fee, if that is higher and within
   * `most`.
   */
  replacementFee(request: ReplacementFeeRequest): Promise<Fee>;
}

type Raise =
  /** Signs the same transaction again under the same lease, at a higher fee. */
  | {
      kind: 'again';
      /**
       * What signed bytes do, without their fee and lease: a bump must do the same. Throws
       * `SIGNATURE_MISMATCH`.
       */
      transactionOf(bytes: string): TransactionObject;
    }
  /** The transaction stays, and a CPFP child that spends its change pays for both (Bitcoin). */
  | {
      kind: 'child';
      /**
       * `undefined`: there is no change to spend, or both already pay the market fee. Throws
       * `INSUFFICIENT_BALANCE` if the change is too small, `FEE_TOO_HIGH`, `RPC_UNAVAILABLE`.
       */
      childOf(request: ChildRequest): Promise<Child | undefined>;
      /**
       * The same payment with added inputs, for a payment without change that a child could spend.
       * `undefined`: it has change, already pays the market fee, does not signal that it may be
       * replaced (BIP-125), or the account has no coin to add. Throws `FEE_TOO_HIGH`,
       * `RPC_UNAVAILABLE`.
       */
      enlargedOf(request: EnlargeRequest): Promise<Enlarged | undefined>;
    };

interface ReplacementFeeRequest {
  /** Of the attempt with the highest fee so far. */
  fee: Fee;
  /** What the replacement would cost at the current market. */
  market: Fee;
  /** Maximum in total, in native base units. */
  most: bigint;
  /**
   * Ids of the attempts so far. Replacing them also evicts their descendants, whose fees the
   * replacement has to pay too (Bitcoin).
   */
  replaced: readonly string[];
}

export interface ChildRequest {
  account: string;
  parent: { txId: string; bytes: string };
  /** Fee of the child that this one replaces. */
  earlier?: Fee;
  /** Maximum for the child alone, in native base units. */
  most: bigint;
}

/** A transaction that spends the change of another one back to the wallet. */
export interface Child {
  transaction: TransactionObject;
  /** The coins that it spends. */
  terms: LeaseTerms;
  fee: Fee;
}

export interface EnlargeRequest {
  lease: LeaseToProve;
  /**
   * The attempts under the lease, in the order of signing. The first one is the payment; the
   * replacement pays the same.
   */
  attempts: readonly { txId: string; bytes: string }[];
  /** Of the attempt with the highest fee. */
  fee: Fee;
  /** Maximum in total, in native base units. */
  most: bigint;
}

/**
 * A replacement that spends all coins of a lease and more, and pays what its first attempt pays.
 */
export interface Enlarged {
  transaction: TransactionObject;
  /** The coins that it spends in addition to those of the lease. */
  added: readonly Outpoint[];
  fee: Fee;
}
