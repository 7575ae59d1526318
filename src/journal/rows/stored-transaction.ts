import { formatsOf } from '../../core/swap/chains.ts';
import type { Fee, TransactionObject } from '../../core/swap/transaction-object.ts';
import type { Stored } from '../../families/shared/formats/stored.ts';

/** In their jsonb columns amounts are decimal strings. */
export type StoredTransaction = Stored<TransactionObject>;
export type StoredFee = Stored<Fee>;

export function transactionFromStored(stored: StoredTransaction): TransactionObject {
  return formatsOf(stored.family).transactionFromStored(stored);
}

export function feeFromStored(stored: StoredFee): Fee {
  return formatsOf(stored.family).feeFromStored(stored);
}
