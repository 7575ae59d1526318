import { type Hex, hexToBytes } from 'viem';

/*
 * The cost of a transaction. TRON has energy for contracts and bandwidth for bytes; the engine has
 * gas. The intrinsic gas counts as bandwidth, all other gas as energy, at the same price. There are
 * no stakes, so everything is paid in sun, and receipts show the actual cost.
 */

/** Sun per unit of energy: `getEnergyFee` of the chain parameters, and the engine's gas price. */
export const ENERGY_PRICE = 210n;
/**
 * Sun per byte of a signed transaction in the chain parameters (`getTransactionFee`): more than the
 * actual cost here.
 */
export const BANDWIDTH_PRICE = 25_000n;
/** In sun; `getMaxFeeLimit`. */
export const MAX_FEE_LIMIT = 15_000_000_000n;

const TRANSACTION_GAS = 21_000n;
const GAS_OF_ZERO_BYTE = 4n;
const GAS_OF_BYTE = 16n;

/** The intrinsic gas (yellow paper, EIP-2028): the transaction's bandwidth in units of energy. */
export function bandwidthGas(data: Hex): bigint {
  return hexToBytes(data).reduce(
    (sum, byte) => sum + (byte === 0 ? GAS_OF_ZERO_BYTE : GAS_OF_BYTE),
    TRANSACTION_GAS,
  );
}

/**
 * The gas limit of a contract call with a fee limit.
 * @param balance of the owner minus the call's value, in sun
 */
export function gasLimitOf(data: Hex, feeLimit: bigint, balance: bigint): bigint {
  const forBandwidth = bandwidthGas(data);
  const left = balance - forBandwidth * ENERGY_PRICE;
  const forEnergy = feeLimit < left ? feeLimit : left;
  return forBandwidth + (forEnergy > 0n ? forEnergy / ENERGY_PRICE : 0n);
}
