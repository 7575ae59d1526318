import type { Fee, TransactionObject } from '../../core/swap/transaction-object.ts';

/** Sends payments of several swaps in one transaction, with a result for each. */
export interface Batching {
  /** Maximum number of payments. */
  max: number;
  /**
   * Whether the transaction has a single action, so that its result can be told from the others'.
   */
  fits(transaction: TransactionObject): boolean;
  /**
   * One transaction that does what all of them do, in order. Throws `INTERNAL` if there is none.
   */
  join(transactions: readonly TransactionObject[]): TransactionObject;
  /** The most that they cost together. Throws `INTERNAL` if there is none. */
  sumFees(fees: readonly Fee[]): Fee;
}
