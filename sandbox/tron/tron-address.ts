import { createHash } from 'node:crypto';
import { type Address, bytesToHex, getAddress, hexToBytes } from 'viem';
import { decodeBase58, encodeBase58 } from '../base58.ts';

/*
 * A TRON address is the EVM's 20 bytes after 0x41; its text is Base58Check of that (TRON's
 * documentation, "Account").
 */

const PREFIX = 0x41;

/** The `T…` form for users. */
export function renderTronAddress(address: Address): string {
  const payload = Uint8Array.of(PREFIX, ...hexToBytes(address));
  return encodeBase58(Uint8Array.of(...payload, ...checksumOf(payload)));
}

/** Reads `T…`. @returns undefined if it is malformed or its checksum is wrong */
export function parseTronAddress(text: string): Address | undefined {
  const bytes = text.length === 34 ? decodeBase58(text) : undefined;
  const payload = bytes?.subarray(0, 21);
  if (bytes?.length !== 25 || payload?.[0] !== PREFIX) return undefined;
  return checksumOf(payload).equals(bytes.subarray(21))
    ? getAddress(bytesToHex(payload.subarray(1)))
    : undefined;
}

/** `41` and 40 hex digits, the form of nodes with `visible` false. */
export function renderHexAddress(address: Address): string {
  return `41${address.slice(2).toLowerCase()}`;
}

/** @returns undefined if it is not `41` and 40 hex digits */
export function parseHexAddress(text: string): Address | undefined {
  return /^41[0-9a-fA-F]{40}$/.test(text) ? getAddress(`0x${text.slice(2)}`) : undefined;
}

function checksumOf(payload: Uint8Array): Buffer {
  return sha256(sha256(payload)).subarray(0, 4);
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
