/**
 * The 64 digits of a hash in lower case: services leave out `0x`, or write it where no chain does.
 */
export function hashDigits(text: string): string | undefined {
  return /^(?:0x)?([0-9a-f]{64})$/i.exec(text)?.[1]?.toLowerCase();
}
