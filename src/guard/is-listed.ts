import type { Family } from '../core/swap/chains.ts';
import { sameAddress } from './same-address.ts';

/** Whether a text is on a list of the policy. */
export function isListed(
  family: Family,
  list: readonly string[] | 'any',
  address: string,
): boolean {
  return list === 'any' || list.some((listed) => sameAddress(family, listed, address));
}

/** Of entries that say more than an address. */
export function addressesOf(entries: readonly { address: string }[]): string[] {
  return entries.map(({ address }) => address);
}
