import { givenAmount } from './given-amount.ts';
import type { AssetStanding } from './standing.ts';

/** In 10^-18 US dollars, rounded down. */
export function usdValueOf(amount: bigint, { decimals }: Priced, usdE18: bigint): bigint {
  return (amount * usdE18) / 10n ** BigInt(decimals);
}

/** Base units that a value in 10^-18 US dollars buys, rounded down. */
export function amountOf(value: bigint, { decimals }: Priced, usdE18: bigint): bigint {
  return usdE18 === 0n ? 0n : (value * 10n ** BigInt(decimals)) / usdE18;
}

/** 10^-18 US dollars of a decimal text such as `"12.50"`; finer digits are cut. */
export function usdE18Of(text: string): bigint {
  return givenAmount(text, { decimals: 18 });
}

type Priced = Pick<AssetStanding, 'decimals'>;
