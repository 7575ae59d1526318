import { type Family, formatsOf } from '../../families/formats.ts';

/**
 * Whether two addresses are one account's, a token's contract being an account too. What is in a
 * family's canonical form on both sides is compared as it is, without the case of letters where
 * that is a checksum only; `other` is whatever no family knows.
 */
export function sameAccount(family: Family | 'other', a: string, b: string): boolean {
  if (family === 'other' || !formatsOf(family).ignoresCase) return a === b;
  return a.toLowerCase() === b.toLowerCase();
}
