import type { Stored } from '../../shared/formats/stored.ts';

/**
 * A call of a contract on TRON (`TriggerSmartContract`), or a plain transfer of TRX
 * (`TransferContract`).
 */
export interface TronTransaction {
  family: 'tron';
  /** Base58. */
  to: string;
  /**
   * 0x-prefixed calldata: the first four bytes of the function signature's hash, and the encoded
   * arguments; `0x` for a plain transfer.
   */
  data: string;
  /** To stand in the transaction for whoever is paid (`raw_data.data`), as UTF-8. */
  memo?: string;
  /** Sun sent along. */
  value: bigint;
}

export interface TronFee {
  family: 'tron';
  /** Sun that energy may cost at most: the transaction's own `fee_limit`. */
  feeLimit: bigint;
  /** Sun that its bandwidth costs at most, where the account has none left. */
  bandwidthFee: bigint;
}

export function tronTransactionFromStored(stored: Stored<TronTransaction>): TronTransaction {
  return { ...stored, value: BigInt(stored.value) };
}

export function tronFeeFromStored({ family, feeLimit, bandwidthFee }: Stored<TronFee>): TronFee {
  return { family, feeLimit: BigInt(feeLimit), bandwidthFee: BigInt(bandwidthFee) };
}
