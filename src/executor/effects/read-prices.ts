import type { Chain } from '../../core/swap/chains.ts';
import type { Job } from '../../core/swap/job.ts';
import type { MarketPrices, Prices } from '../../ports/prices.ts';

/** Prices of what the job sells and buys, and of the coin in which fees are paid. */
export function readPrices(
  { prices }: { prices: Prices },
  {
    family,
    name,
    nativeToken: { address, symbol },
  }: Pick<Chain, 'family' | 'name' | 'nativeToken'>,
  { from, to }: Job,
): Promise<MarketPrices> {
  const coin = { family, chain: name, token: address, symbol };
  const isCoin = [from, to].some(({ chain, token }) => chain === name && token === address);
  return prices.read(isCoin ? [from, to] : [from, to, coin]);
}
