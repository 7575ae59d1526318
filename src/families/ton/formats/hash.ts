/**
 * The canonical form of a message's or a transaction's hash: 64 lower-case hex digits. Reads hex
 * and base64, which toncenter uses. `undefined` for anything else.
 */
export function parseTonHash(text: string): string | undefined {
  if (/^[0-9a-fA-F]{64}$/.test(text)) return text.toLowerCase();
  if (!/^(?:[A-Za-z0-9+/]{43}=|[A-Za-z0-9_-]{43}=?)$/.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64url');
  // The last letter carries four bits that belong to no byte.
  return bytes.toString('base64url') ===
    text.replaceAll('+', '-').replaceAll('/', '_').replace('=', '')
    ? bytes.toString('hex')
    : undefined;
}
