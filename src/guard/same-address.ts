import { isAddress } from 'viem';
import type { Family } from '../core/chains.ts';
import { sameAccount } from '../core/same-account.ts';

/**
 * Whether two texts are the same address of a family: all of it, and only where both are addresses. EVM: a checksum that is there and
 * wrong makes a text no address (EIP-55). Of the others there is one spelling of each.
 */
export function sameAddress(family: Family, a: string | undefined, b: string | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  return (family !== 'evm' || (isAddress(a) && isAddress(b))) && sameAccount(family, a, b);
}
