import type { PriceFeeds } from '../ports/capabilities/price-feeds.ts';
import type { PriceSource } from '../ports/prices.ts';
import { requirePositive } from './read-json-price.ts';
import { UnusablePrice } from './unusable-price.ts';

/** More decimals than any feed has. */
const maxDecimals = 36;

/**
 * A Chainlink feed against the US dollar, read by the endpoints of its chain.
 * @param feeds absent: the chain is not configured, or has no such feeds
 */
export function chainlinkSource(
  chain: string,
  feed: string,
  feeds: PriceFeeds | undefined,
): PriceSource {
  return {
    name: `chainlink ${chain} ${feed}`,
    async read() {
      if (!feeds) throw new UnusablePrice(`${chain} is not configured, or has no price feeds`);
      const { answer, decimals, updatedAt } = await feeds.latestRound(feed);
      if (updatedAt <= 0) throw new UnusablePrice('the round is not complete');
      if (decimals > maxDecimals) throw new UnusablePrice(`the feed has ${decimals} decimals`);
      const usdE18 = (answer * 10n ** 18n) / 10n ** BigInt(decimals);
      return { usdE18: requirePositive(usdE18), at: updatedAt };
    },
  };
}
