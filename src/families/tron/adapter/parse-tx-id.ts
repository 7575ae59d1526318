/** The chain's own form: 64 lower-case hex digits without prefix. */
export function parseTxId(text: string): string | undefined {
  const digits = text.replace(/^0x/i, '').toLowerCase();
  return /^[0-9a-f]{64}$/.test(digits) ? digits : undefined;
}
