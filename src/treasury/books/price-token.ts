import { bookPriceOf } from '../../core/books/book-price.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Prices } from '../../ports/prices.ts';
import type { PriceToken } from '../../ports/stores/book-store.ts';

/** Prices of the guard's policy, each token once. Nothing of a token without sources. */
export function priceToken({ prices, clock }: { prices: Prices; clock: Clock }): PriceToken {
  return async ({ family, chain, token, symbol = '' }) => {
    const { tokens } = await prices.read([{ family, chain, token, symbol }]);
    const [found] = tokens;
    return found && bookPriceOf(found.readings, clock.now());
  };
}
