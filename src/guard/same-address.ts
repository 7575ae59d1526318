import { type Family, formatsOf } from '../core/swap/chains.ts';

/**
 * Whether two texts are the same address of a chain: all of it, and only where both are addresses,
 * in whatever form the family allows.
 */
export function sameAddress(family: Family, a: string | undefined, b: string | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  return formatsOf(family).isSameAddress(a, b);
}
