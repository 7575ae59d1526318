/**
 * Whether a member has a value: services omit unused members, or send `null` or something empty.
 */
export function hasValue(value: unknown): boolean {
  return (
    value !== undefined &&
    value !== null &&
    value !== '' &&
    !(Array.isArray(value) && value.length === 0)
  );
}
