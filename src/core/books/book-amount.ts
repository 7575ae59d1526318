import { formatAmount } from '../amounts/amounts.ts';
import type { Posting } from './posting.ts';

/** The size of a posting as a decimal. A token whose decimals are not known is in base units. */
export function sizeOf({ amount, decimals = 0 }: Pick<Posting, 'amount' | 'decimals'>): string {
  return formatAmount(magnitude(amount), decimals);
}

/** The same with its sign. */
export function signedSizeOf(posting: Pick<Posting, 'amount' | 'decimals'>): string {
  return `${posting.amount < 0n ? '-' : ''}${sizeOf(posting)}`;
}

/** What it is worth in US dollars by the price that was stored with it, rounded down. */
export function worthOf({ amount, decimals, price }: Posting): string | undefined {
  if (!price || decimals === undefined) return undefined;
  return formatAmount((magnitude(amount) * price.usdE18) / 10n ** BigInt(decimals), 18);
}

/** A stored price of one whole token in US dollars. */
export function usdPriceOf({ price }: Pick<Posting, 'price'>): string | undefined {
  return price && formatAmount(price.usdE18, 18);
}

export function magnitude(amount: bigint): bigint {
  return amount < 0n ? -amount : amount;
}
