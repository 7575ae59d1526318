import { parseUnits } from 'viem';
import type { SlippageUnit } from '../sandbox-options.ts';

/** One percent, the default of a request without slippage. */
const DEFAULT_SLIPPAGE_PPM = 10_000n;

/** The maximum of a request, in either unit. */
export const MAXIMUM_SLIPPAGE = 0.5;

/** Slippage in millionths of the expected amount. Undefined: the default. */
export function slippagePpm(slippage: number | undefined, unit: SlippageUnit): bigint {
  if (slippage === undefined) return DEFAULT_SLIPPAGE_PPM;
  return parseUnits(slippage.toFixed(6), unit === 'fraction' ? 6 : 4);
}

/** Slippage in the unit of answers. */
export function slippageInUnit(ppm: bigint, unit: SlippageUnit): number {
  return Number(ppm) / (unit === 'fraction' ? 1_000_000 : 10_000);
}

/** The minimum that has to arrive, rounded down. */
export function minimumOut(expected: bigint, ppm: bigint): bigint {
  return (expected * (1_000_000n - ppm)) / 1_000_000n;
}
