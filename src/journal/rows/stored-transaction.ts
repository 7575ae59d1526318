import type { Fee, TransactionObject } from '../../core/transaction-object.ts';

/** Their jsonb columns hold amounts as decimal strings. */
type Stored<Shape> = { [Key in keyof Shape]: Shape[Key] extends bigint ? string : Shape[Key] };

export type StoredTransaction = Stored<TransactionObject>;
export type StoredFee = Stored<Fee>;

export function transactionFromStored(stored: StoredTransaction): TransactionObject {
  return { ...stored, value: BigInt(stored.value) };
}

export function feeFromStored(stored: StoredFee): Fee {
  return {
    family: stored.family,
    gasLimit: BigInt(stored.gasLimit),
    maxFeePerGas: BigInt(stored.maxFeePerGas),
    maxPriorityFeePerGas: BigInt(stored.maxPriorityFeePerGas),
  };
}
