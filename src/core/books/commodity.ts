import { createHash } from 'node:crypto';
import type { BookedToken } from './posting.ts';

/** Beancount takes no longer name. */
const maxLength = 24;

/**
 * The name of a token that Beancount and hledger take: `USDC.ETH` for coins and tokens of the
 * operator's list, and for all others a part of the hash of chain and address, so that a token that
 * only calls itself USDC is never added to USDC.
 */
export function commodityOf({ chain, token, symbol = '', listed }: BookedToken): string {
  const plain = `${symbol}.${chain}`;
  if (listed && /^[A-Z][A-Z0-9]*$/.test(symbol) && plain.length <= maxLength) return plain;
  const cleaned = symbol
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .slice(0, 12);
  const hash = createHash('sha256').update(`${chain} ${token}`).digest('hex').slice(0, 8);
  return `${/^[A-Z]/.test(cleaned) ? cleaned : `T${cleaned}`}.${hash.toUpperCase()}`;
}
