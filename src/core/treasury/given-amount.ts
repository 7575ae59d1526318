import { parseAmount } from '../amounts/amounts.ts';
import type { AssetStanding } from './standing.ts';

/** Base units of a rule's decimal text; digits finer than the token's are cut. */
export function givenAmount(text: string, { decimals }: Pick<AssetStanding, 'decimals'>): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  const cut = fraction.slice(0, decimals);
  const parsed = parseAmount(cut === '' ? whole : `${whole}.${cut}`, decimals);
  return parsed.ok ? parsed.baseUnits : 0n;
}
