/**
 * The 64 hex digits of a hash in lower case, without `0x`. Services omit `0x`, or add it on chains
 * that do not use it.
 */
export function hashDigits(text: string): string | undefined {
  return /^(?:0x)?([0-9a-f]{64})$/i.exec(text)?.[1]?.toLowerCase();
}
