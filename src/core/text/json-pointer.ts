/** The JSON pointer (RFC 6901) of a member. */
export function jsonPointer(path: readonly PropertyKey[]): string {
  return path
    .map((member) => `/${String(member).replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');
}
