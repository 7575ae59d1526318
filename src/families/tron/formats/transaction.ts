import type { Stored } from '../../shared/formats/stored.ts';

/**
 * A contract call on TRON (`TriggerSmartContract`), or a plain transfer of TRX
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
  /** The receiver's memo, as UTF-8 in `raw_data.data`. */
  memo?: string;
  /** Sun sent along. */
  value: bigint;
}

export interface TronFee {
  family: 'tron';
  /** Maximum cost of energy in sun: the transaction's own `fee_limit`. */
  feeLimit: bigint;
  /** Maximum cost of bandwidth in sun, for an account without free bandwidth. */
  bandwidthFee: bigint;
}

export function tronTransactionFromStored(stored: Stored<TronTransaction>): TronTransaction {
  return { ...stored, value: BigInt(stored.value) };
}

export function tronFeeFromStored({ family, feeLimit, bandwidthFee }: Stored<TronFee>): TronFee {
  return { family, feeLimit: BigInt(feeLimit), bandwidthFee: BigInt(bandwidthFee) };
}
