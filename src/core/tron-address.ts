import { createHash } from 'node:crypto';

/*
 * Addresses of TRON (developers.tron.network, account address): the byte 0x41, the twenty bytes that an EVM address would have, and the
 * first four bytes of the double SHA-256 of these as a checksum; all of it in base58.
 */

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const prefix = '41';
/** Hex digits of the prefix and the account. */
const payloadDigits = 42;

/** The account of an address as 0x and forty lower-case hex digits; nothing where the text is no address. */
export function tronAccountOf(address: string): `0x${string}` | undefined {
  // Every such address has this length, as its first byte is never zero.
  if (!/^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(address)) return undefined;
  let value = 0n;
  for (const letter of address) value = value * 58n + BigInt(alphabet.indexOf(letter));
  const digits = value.toString(16);
  const payload = digits.slice(0, payloadDigits);
  if (digits.length !== payloadDigits + 8 || !payload.startsWith(prefix)) return undefined;
  return checksumOf(payload) === digits.slice(payloadDigits) ? `0x${payload.slice(2)}` : undefined;
}

/** @param account twenty bytes in hex, 0x in front or not. Throws `TypeError` for anything else. */
export function tronAddressOf(account: string): string {
  const digits = account.toLowerCase().replace(/^0x/, '');
  if (!/^[0-9a-f]{40}$/.test(digits)) throw new TypeError('an account is twenty bytes');
  const payload = prefix + digits;
  let value = BigInt(`0x${payload}${checksumOf(payload)}`);
  let address = '';
  for (; value > 0n; value /= 58n) address = alphabet.charAt(Number(value % 58n)) + address;
  return address;
}

function checksumOf(payload: string): string {
  return sha256(sha256(Buffer.from(payload, 'hex')))
    .toString('hex')
    .slice(0, 8);
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
