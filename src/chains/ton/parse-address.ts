import { rawTonAddress, readTonAddress } from '../../core/ton-address.ts';

/**
 * Canonical form of a TON address: raw, in lower case, whatever form it came in; so one account has one name. An address that says it is
 * for test networks only is refused where the network is not one (TEP-2). @param isTestNetwork of the chain that the address is used on
 */
export function parseTonAddress(
  text: string,
  { isTestNetwork }: { isTestNetwork: boolean },
): { ok: true; address: string } | { ok: false; fault: string } {
  const read = readTonAddress(text);
  if (!read) {
    return { ok: false, fault: 'an address is 0: or -1: and 64 hex digits, or 48 letters of base64 with a checksum' };
  }
  if (read.form.kind === 'friendly' && read.form.testOnly && !isTestNetwork) {
    return { ok: false, fault: 'the address is for test networks only' };
  }
  if (read.hash.every((byte) => byte === 0)) return { ok: false, fault: 'nobody owns the address of zero bytes' };
  return { ok: true, address: rawTonAddress(read) };
}

/** The canonical form of a message's or a transaction's hash: 64 hex digits in lower case; given in hex, or in base64 as toncenter tells it. */
export function parseTonHash(text: string): string | undefined {
  if (/^[0-9a-fA-F]{64}$/.test(text)) return text.toLowerCase();
  if (!/^(?:[A-Za-z0-9+/]{43}=|[A-Za-z0-9_-]{43}=?)$/.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64url');
  // The last letter carries four bits that belong to no byte.
  return bytes.toString('base64url') === text.replaceAll('+', '-').replaceAll('/', '_').replace('=', '')
    ? bytes.toString('hex')
    : undefined;
}
