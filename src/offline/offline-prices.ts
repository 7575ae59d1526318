import { parseDecimal } from '../core/amounts/parse-decimal.ts';
import { namesToken } from '../core/swap/names-token.ts';
import type { GuardPolicy } from '../guard/policy/guard-policy.ts';
import type {
  MarketPrices,
  PricedToken,
  PriceReading,
  PriceSourceSettings,
} from '../ports/prices.ts';

/** A price of the facts: what every source of the token would say. */
export interface OfflinePrice {
  chain: string;
  /** `native`: the chain's coin. */
  token: string;
  /** A decimal. */
  usd: string;
}

/** The prices of the facts, and those that the policy itself sets. No source is asked. */
export function offlinePrices(
  { prices }: GuardPolicy,
  asked: readonly PricedToken[],
  given: readonly OfflinePrice[],
): MarketPrices {
  const tokens = asked.flatMap((token) => {
    const { chain, token: address } = token;
    const isIt = (one: { chain: string; token: string }): boolean =>
      one.chain === chain && namesToken(one.token, token);
    const entry = prices.tokens.find(isIt);
    if (!entry) return [];
    const usd = given.find(isIt)?.usd;
    const readings = entry.sources.map((source) => readingOf(source, usd));
    return [{ chain, token: address, readings }];
  });
  return { at: 0, tokens };
}

function readingOf(source: PriceSourceSettings, given: string | undefined): PriceReading {
  const usd = given ?? (source.kind === 'static' ? source.usd : undefined);
  const usdE18 = usd === undefined ? undefined : parseDecimal(usd, 18);
  return usdE18 === undefined
    ? { source: source.kind, fault: 'is not asked here: give "prices" in the facts' }
    : { source: source.kind, usdE18, maxAge: 0 };
}
