import { assertNever } from '../../core/assert-never.ts';
import type { Fee, TransactionObject } from '../../core/transaction-object.ts';

/** Their jsonb columns hold amounts as decimal strings. */
type Stored<Shape> = { [Key in keyof Shape]: Shape[Key] extends bigint ? string : Shape[Key] };

export type StoredTransaction = Stored<TransactionObject>;
export type StoredFee = Stored<Fee>;

export function transactionFromStored(stored: StoredTransaction): TransactionObject {
  return stored.family === 'solana' ? stored : { ...stored, value: BigInt(stored.value) };
}

export function feeFromStored(stored: StoredFee): Fee {
  switch (stored.family) {
    case 'evm': {
      const { family, gasLimit, maxFeePerGas, maxPriorityFeePerGas } = stored;
      return {
        family,
        gasLimit: BigInt(gasLimit),
        maxFeePerGas: BigInt(maxFeePerGas),
        maxPriorityFeePerGas: BigInt(maxPriorityFeePerGas),
      };
    }
    case 'tron': {
      const { family, feeLimit, bandwidthFee } = stored;
      return { family, feeLimit: BigInt(feeLimit), bandwidthFee: BigInt(bandwidthFee) };
    }
    case 'solana': {
      const { family, signatureFee, computeUnitLimit, computeUnitPrice } = stored;
      return {
        family,
        signatureFee: BigInt(signatureFee),
        computeUnitLimit: BigInt(computeUnitLimit),
        computeUnitPrice: BigInt(computeUnitPrice),
      };
    }
    default:
      return assertNever(stored, 'stored fee');
  }
}
