import { type Family, formatsOf } from '../../families/formats.ts';

/**
 * Whether two addresses are the same account (or token contract). Expects the family's canonical
 * form. Ignores case if the family uses case only as a checksum. `other`: a family unknown here.
 */
export function sameAccount(family: Family | 'other', a: string, b: string): boolean {
  if (family === 'other' || !formatsOf(family).ignoresCase) return a === b;
  return a.toLowerCase() === b.toLowerCase();
}
