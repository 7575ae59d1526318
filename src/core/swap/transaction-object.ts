import { type Fee, formatsOf, type TransactionObject } from '../../families/formats.ts';

export type { Fee, TransactionObject } from '../../families/formats.ts';

/**
 * Contracts that the transaction calls directly. Empty for families without such a target: the
 * guard judges each of their instructions or messages instead.
 */
export function targetsOf(transaction: TransactionObject): string[] {
  return formatsOf(transaction.family).targetsOf(transaction);
}

/** The most that `fee` can cost, in base units of the native coin. */
export function maximumFee(fee: Fee): bigint {
  return formatsOf(fee.family).maximumFee(fee);
}
