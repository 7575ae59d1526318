/** As the chain's own interfaces write it: 64 lower-case hex digits, nothing in front. */
export function parseTxId(text: string): string | undefined {
  const digits = text.replace(/^0x/i, '').toLowerCase();
  return /^[0-9a-f]{64}$/.test(digits) ? digits : undefined;
}
