/**
 * Whether two ids name one transaction; hexadecimal ones in any case, with their prefix and
 * without.
 */
export function sameTransaction(one: string, other: string): boolean {
  return canonicalId(one) === canonicalId(other);
}

/** One form for each id. Base58 tells capitals from small letters. */
export function canonicalId(id: string): string {
  const digits = /^(?:0x)?([0-9a-f]{64})$/i.exec(id)?.[1];
  return digits === undefined ? id : digits.toLowerCase();
}
