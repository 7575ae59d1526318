import type { Fee, TransactionObject } from '../../core/swap/transaction-object.ts';

/**
 * What it takes to send payments of several swaps in one transaction, in which each has a result of
 * its own.
 */
export interface Batching {
  /** How many at most. */
  max: number;
  /** Whether it does one thing, so that its result is told from the others'. */
  fits(transaction: TransactionObject): boolean;
  /** What they do, one after the other, in one transaction. Throws `INTERNAL` for none. */
  join(transactions: readonly TransactionObject[]): TransactionObject;
  /** What they cost at most together. Throws `INTERNAL` for none. */
  sumFees(fees: readonly Fee[]): Fee;
}
