/**
 * Whether two names are of one person. The operator writes an approver's name in the policy, and
 * another person may write that of an API key: so case and spaces do not count.
 */
export function isSameName(one: string, other: string | undefined): boolean {
  return other !== undefined && plain(one) === plain(other);
}

function plain(name: string): string {
  return name.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
}
