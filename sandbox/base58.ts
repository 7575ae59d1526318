const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Bitcoin's base 58. Solana and TRON write addresses in it. */
export function encodeBase58(bytes: Uint8Array): string {
  const leadingZeros = bytes.findIndex((byte) => byte !== 0);
  let value = bytes.length === 0 ? 0n : BigInt(`0x0${Buffer.from(bytes).toString('hex')}`);
  let text = '';
  for (; value > 0n; value /= 58n) text = `${ALPHABET[Number(value % 58n)]}${text}`;
  return '1'.repeat(leadingZeros === -1 ? bytes.length : leadingZeros) + text;
}

/** @returns undefined if the text is not base 58 */
export function decodeBase58(text: string): Uint8Array | undefined {
  let value = 0n;
  for (const character of text) {
    const digit = ALPHABET.indexOf(character);
    if (digit === -1) return undefined;
    value = value * 58n + BigInt(digit);
  }
  const leadingZeros = text.length - text.replace(/^1+/, '').length;
  const hex = value === 0n ? '' : value.toString(16);
  const digits = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
  return Uint8Array.from([...new Uint8Array(leadingZeros), ...digits]);
}
