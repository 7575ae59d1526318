import { type Fee, formatsOf, type TransactionObject } from '../../families/formats.ts';

export type { Fee, TransactionObject } from '../../families/formats.ts';

/**
 * Contracts that the transaction itself names as its target; what other families have in their
 * place is judged one by one.
 */
export function targetsOf(transaction: TransactionObject): string[] {
  return formatsOf(transaction.family).targetsOf(transaction);
}

/** Base units of the native coin that `fee` can cost at most. */
export function maximumFee(fee: Fee): bigint {
  return formatsOf(fee.family).maximumFee(fee);
}
