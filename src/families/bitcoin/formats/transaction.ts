import type { Stored } from '../../shared/formats/stored.ts';

/** A Bitcoin transaction as it came, unsigned: which coins it spends, and where they go. */
export interface BitcoinPsbt {
  family: 'bitcoin';
  kind: 'psbt';
  /** BIP-174, base64. */
  psbt: string;
  /** Indexes of the inputs to sign, each once. */
  signInputs: readonly number[];
}

/** A payment of Bitcoin whose coins Ferryman chooses. */
export interface BitcoinTransfer {
  family: 'bitcoin';
  kind: 'transfer';
  to: string;
  /** Satoshis. */
  value: bigint;
  /** To stand in an output that pays nothing (OP_RETURN), as UTF-8. */
  memo?: string;
}

export type BitcoinTransaction = BitcoinPsbt | BitcoinTransfer;

export interface BitcoinFee {
  family: 'bitcoin';
  /** Satoshis in all: what goes in and does not come out. */
  total: bigint;
  /** Virtual bytes (BIP-141) that it pays for, once signed. */
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
