/** Base58 in Bitcoin's alphabet: without 0, O, I and l. A leading zero byte is written as 1. */

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

export function encodeBase58(bytes: Uint8Array): string {
  let value = 0n;
  for (const byte of bytes) value = value * 256n + BigInt(byte);
  let digits = '';
  for (; value > 0n; value /= 58n) digits = alphabet.charAt(Number(value % 58n)) + digits;
  const firstUsed = bytes.findIndex((byte) => byte !== 0);
  return '1'.repeat(firstUsed === -1 ? bytes.length : firstUsed) + digits;
}

/**
 * `undefined` if the text is not base58 or is longer than `most` characters (default: enough for
 * the 64 bytes of a signature).
 */
export function decodeBase58(
  text: string,
  { most = 88 }: { most?: number } = {},
): Uint8Array | undefined {
  if (text.length > most || !/^[1-9A-HJ-NP-Za-km-z]*$/.test(text)) return undefined;
  let value = 0n;
  for (const letter of text) value = value * 58n + BigInt(alphabet.indexOf(letter));
  const digits = value === 0n ? '' : value.toString(16);
  const zeros = /^1*/.exec(text)?.[0].length ?? 0;
  const significant = Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex');
  return Uint8Array.from([...new Array<number>(zeros).fill(0), ...significant]);
}
