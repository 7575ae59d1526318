import { type Family, formatsOf } from '../core/swap/chains.ts';

/**
 * Whether two texts are the same address, in any form that the family allows. False if one is no
 * address.
 */
export function sameAddress(family: Family, a: string | undefined, b: string | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  return formatsOf(family).isSameAddress(a, b);
}
