/** Points at a member of a JSON document (RFC 6901). */
export function jsonPointer(path: readonly PropertyKey[]): string {
  return path
    .map((member) => `/${String(member).replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');
}
