/** JSON in which amounts are decimal strings. */
export function jsonWithAmounts(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'bigint' ? member.toString() : member,
  );
}
