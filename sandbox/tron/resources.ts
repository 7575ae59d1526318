import { type Hex, hexToBytes } from 'viem';

/*
 * What a transaction costs here. TRON has energy for contracts and bandwidth for bytes; the engine
 * has gas. So the gas that the EVM takes before a contract runs is called bandwidth, all gas beyond
 * it energy, and both cost the same. Nobody has staked anything, so everything is paid for in sun,
 * and what the receipts say is what is gone.
 */

/**
 * Sun for one unit of energy: `getEnergyFee` of the chain parameters, and the engine's gas price.
 */
export const ENERGY_PRICE = 210n;
/**
 * Sun for one byte of a signed transaction, by the chain parameters (`getTransactionFee`): more
 * than bandwidth really costs here.
 */
export const BANDWIDTH_PRICE = 25_000n;
/** In sun; `getMaxFeeLimit`. */
export const MAX_FEE_LIMIT = 15_000_000_000n;

const TRANSACTION_GAS = 21_000n;
const GAS_OF_ZERO_BYTE = 4n;
const GAS_OF_BYTE = 16n;

/**
 * What the EVM takes before anything runs (yellow paper, EIP-2028): the transaction's bandwidth, in
 * units of energy.
 */
export function bandwidthGas(data: Hex): bigint {
  return hexToBytes(data).reduce(
    (sum, byte) => sum + (byte === 0 ? GAS_OF_ZERO_BYTE : GAS_OF_BYTE),
    TRANSACTION_GAS,
  );
}

/**
 * The gas limit of a contract call that may spend so much. @param balance of the owner, in sun,
 * less the call's value
 */
export function gasLimitOf(data: Hex, feeLimit: bigint, balance: bigint): bigint {
  const forBandwidth = bandwidthGas(data);
  const left = balance - forBandwidth * ENERGY_PRICE;
  const forEnergy = feeLimit < left ? feeLimit : left;
  return forBandwidth + (forEnergy > 0n ? forEnergy / ENERGY_PRICE : 0n);
}
