import type { Stored } from '../../shared/formats/stored.ts';

/** An unsigned Bitcoin transaction with its coins and outputs. */
export interface BitcoinPsbt {
  family: 'bitcoin';
  kind: 'psbt';
  /** BIP-174, base64. */
  psbt: string;
  /** Indexes of the inputs to sign, each once. */
  signInputs: readonly number[];
}

/** A Bitcoin payment whose coins Ferryman chooses. */
export interface BitcoinTransfer {
  family: 'bitcoin';
  kind: 'transfer';
  to: string;
  /** Satoshis. */
  value: bigint;
  /** Content of an OP_RETURN output, UTF-8. */
  memo?: string;
}

export type BitcoinTransaction = BitcoinPsbt | BitcoinTransfer;

export interface BitcoinFee {
  family: 'bitcoin';
  /** Satoshis: inputs minus outputs. */
  total: bigint;
  /** Virtual bytes (BIP-141) of the signed transaction. */
  virtualSize: bigint;
}

export function bitcoinTransactionFromStored(
  stored: Stored<BitcoinTransaction>,
): BitcoinTransaction {
  return stored.kind === 'psbt' ? stored : { ...stored, value: BigInt(stored.value) };
}

export function bitcoinFeeFromStored(stored: Stored<BitcoinFee>): BitcoinFee {
  const { family, total, virtualSize } = stored;
  return { family, total: BigInt(total), virtualSize: BigInt(virtualSize) };
}
