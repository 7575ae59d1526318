import { createHash } from 'node:crypto';
import { type Address, bytesToHex, getAddress, hexToBytes } from 'viem';

/*
 * An address of TRON is the 20 bytes that the EVM knows, with 0x41 in front; as text it is Base58Check of that (TRON's
 * documentation, "Account").
 */

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const PREFIX = 0x41;

/** `T…`, as users see it. */
export function renderTronAddress(address: Address): string {
  const payload = Uint8Array.of(PREFIX, ...hexToBytes(address));
  let value = BigInt(bytesToHex(Uint8Array.of(...payload, ...checksumOf(payload))));
  let text = '';
  // The prefix is never zero, so there are no leading zeros to keep.
  for (; value > 0n; value /= 58n) text = `${ALPHABET[Number(value % 58n)]}${text}`;
  return text;
}

/** Reads `T…`. @returns undefined if it is none, or its checksum is wrong */
export function parseTronAddress(text: string): Address | undefined {
  if (!/^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(text)) return undefined;
  let value = 0n;
  for (const character of text) value = value * 58n + BigInt(ALPHABET.indexOf(character));
  const hex = value.toString(16).padStart(50, '0');
  if (hex.length !== 50) return undefined;
  const bytes = Buffer.from(hex, 'hex');
  const payload = bytes.subarray(0, 21);
  if (payload[0] !== PREFIX || !checksumOf(payload).equals(bytes.subarray(21))) return undefined;
  return getAddress(bytesToHex(payload.subarray(1)));
}

/** `41` and 40 digits, as nodes show it where `visible` is false. */
export function renderHexAddress(address: Address): string {
  return `41${address.slice(2).toLowerCase()}`;
}

/** @returns undefined if it is not `41` and 40 digits */
export function parseHexAddress(text: string): Address | undefined {
  return /^41[0-9a-fA-F]{40}$/.test(text) ? getAddress(`0x${text.slice(2)}`) : undefined;
}

function checksumOf(payload: Uint8Array): Buffer {
  return sha256(sha256(payload)).subarray(0, 4);
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
