import { parseUnits } from 'viem';
import type { SlippageUnit } from '../sandbox-options.ts';

/** One percent, which is assumed where a request has no slippage. */
const DEFAULT_SLIPPAGE_PPM = 10_000n;

/** The most that a request may ask for, in either unit. */
export const MAXIMUM_SLIPPAGE = 0.5;

/** Slippage in millionths of the expected amount. Undefined: the default. */
export function slippagePpm(slippage: number | undefined, unit: SlippageUnit): bigint {
  if (slippage === undefined) return DEFAULT_SLIPPAGE_PPM;
  return parseUnits(slippage.toFixed(6), unit === 'fraction' ? 6 : 4);
}

/** Slippage as answers show it. */
export function slippageInUnit(ppm: bigint, unit: SlippageUnit): number {
  return Number(ppm) / (unit === 'fraction' ? 1_000_000 : 10_000);
}

/** The least that has to arrive, rounded down. */
export function minimumOut(expected: bigint, ppm: bigint): bigint {
  return (expected * (1_000_000n - ppm)) / 1_000_000n;
}
