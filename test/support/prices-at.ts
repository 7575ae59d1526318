import { parseDecimal } from '../../src/core/amounts/parse-decimal.ts';
import type { Asset } from '../../src/core/swap/job.ts';
import type { MarketPrices } from '../../src/ports/prices.ts';

/** What a source that the operator sets says of one token. @param usd absent: it says nothing */
export function pricesAt({ chain, token }: Asset, usd: string | undefined): MarketPrices {
  const usdE18 = usd === undefined ? undefined : parseDecimal(usd, 18);
  const reading = usdE18 === undefined ? { fault: 'is down' } : { usdE18, maxAge: 60_000 };
  return { at: 0, tokens: [{ chain, token, readings: [{ source: 'static', ...reading }] }] };
}
