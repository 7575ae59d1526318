/**
 * Whether a member says anything: services leave unused members out, or send `null` or something
 * empty.
 */
export function isThere(value: unknown): boolean {
  return (
    value !== undefined &&
    value !== null &&
    value !== '' &&
    !(Array.isArray(value) && value.length === 0)
  );
}
