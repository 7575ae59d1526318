import { parseDecimal } from '../core/amounts/parse-decimal.ts';
import type { PriceSource } from '../ports/prices.ts';

/** A price that the operator has set. */
export function staticSource(usd: string): PriceSource {
  const usdE18 = parseDecimal(usd, 18) ?? 0n;
  return { name: 'static', isAgeless: true, read: async () => ({ usdE18 }) };
}
