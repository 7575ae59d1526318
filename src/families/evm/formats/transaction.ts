import type { Stored } from '../../shared/formats/stored.ts';

/** What a transaction does on an EVM chain, without its lease, fee and signature. */
export interface EvmTransaction {
  family: 'evm';
  to: string;
  /** 0x-prefixed calldata, `0x` for none. */
  data: string;
  /** Wei. */
  value: bigint;
}

/** The maximum cost of a transaction, as the fee fields that bound it. */
export interface EvmFee {
  family: 'evm';
  gasLimit: bigint;
  /** Wei per gas. On `legacy` chains: the gas price. */
  maxFeePerGas: bigint;
  /** Wei per gas. Zero on `legacy` chains. */
  maxPriorityFeePerGas: bigint;
  /** Wei that the network may take beside gas (`FeeProfile.surcharge`). Absent: none. */
  surcharge?: bigint;
}

export function evmTransactionFromStored(stored: Stored<EvmTransaction>): EvmTransaction {
  return { ...stored, value: BigInt(stored.value) };
}

export function evmFeeFromStored(stored: Stored<EvmFee>): EvmFee {
  const { family, gasLimit, maxFeePerGas, maxPriorityFeePerGas, surcharge } = stored;
  return {
    family,
    gasLimit: BigInt(gasLimit),
    maxFeePerGas: BigInt(maxFeePerGas),
    maxPriorityFeePerGas: BigInt(maxPriorityFeePerGas),
    ...(surcharge === undefined ? {} : { surcharge: BigInt(surcharge) }),
  };
}
