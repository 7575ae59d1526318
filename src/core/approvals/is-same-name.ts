/**
 * Whether two names are of one person: an operator writes that of an approver, and whoever makes a key
 * that of the key.
 */
export function isSameName(one: string, other: string | undefined): boolean {
  return other !== undefined && plain(one) === plain(other);
}

function plain(name: string): string {
  return name.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
}
