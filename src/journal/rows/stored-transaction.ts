import { assertNever } from '../../core/assert-never.ts';
import type { Fee, TransactionObject } from '../../core/transaction-object.ts';

/** Their jsonb columns hold amounts as decimal strings. */
type Stored<Shape> = Shape extends bigint
  ? string
  : Shape extends object
    ? { [Key in keyof Shape]: Stored<Shape[Key]> }
    : Shape;

export type StoredTransaction = Stored<TransactionObject>;
export type StoredFee = Stored<Fee>;

export function transactionFromStored(stored: StoredTransaction): TransactionObject {
  switch (stored.family) {
    case 'evm':
    case 'tron':
      return { ...stored, value: BigInt(stored.value) };
    case 'solana':
      return stored;
    case 'ton': {
      const messages = stored.messages.map((message) => ({ ...message, value: BigInt(message.value) }));
      return { ...stored, messages };
    }
    case 'bitcoin':
      return stored.kind === 'psbt' ? stored : { ...stored, value: BigInt(stored.value) };
    default:
      return assertNever(stored, 'stored transaction');
  }
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
    case 'ton':
      return { family: stored.family, walletFee: BigInt(stored.walletFee) };
    case 'bitcoin':
      return { family: stored.family, total: BigInt(stored.total), virtualSize: BigInt(stored.virtualSize) };
    default:
      return assertNever(stored, 'stored fee');
  }
}
