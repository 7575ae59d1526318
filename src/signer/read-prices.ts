import type { Chain } from '../core/swap/chains.ts';
import { coinOf } from '../core/swap/coin-of.ts';
import type { Job } from '../core/swap/job.ts';
import type { MarketPrices, Prices } from '../ports/prices.ts';

/** Prices of what the job sells and buys, and of the coin in which fees are paid. */
export function readPrices(
  { prices }: { prices: Prices },
  paidOn: Pick<Chain, 'family' | 'name' | 'nativeToken'>,
  { from, to }: Job,
): Promise<MarketPrices> {
  const coin = coinOf(paidOn);
  const isCoin = [from, to].some(
    ({ chain, token }) => chain === coin.chain && token === coin.token,
  );
  return prices.read(isCoin ? [from, to] : [from, to, coin]);
}
