import { createHash } from 'node:crypto';
import { decodeBase58, encodeBase58 } from '../../shared/formats/base58.ts';

/*
 * A TRON address (developers.tron.network, account address) is base58 of: the byte 0x41, the twenty
 * bytes of an EVM address, and a checksum, the first four bytes of their double SHA-256.
 */

const prefix = 0x41;
const accountBytes = 20;
const checksumBytes = 4;

/**
 * The account of an address as 0x and 40 lower-case hex digits. `undefined` if the text is not an
 * address.
 */
export function tronAccountOf(address: string): `0x${string}` | undefined {
  const bytes = decodeBase58(address, { most: 34 });
  if (bytes?.length !== 1 + accountBytes + checksumBytes || bytes[0] !== prefix) return undefined;
  const payload = Buffer.from(bytes.subarray(0, 1 + accountBytes));
  if (!checksumOf(payload).equals(bytes.subarray(payload.length))) return undefined;
  return `0x${payload.subarray(1).toString('hex')}`;
}

/** @param account twenty bytes in hex, with or without 0x. Throws `TypeError` for anything else. */
export function tronAddressOf(account: string): string {
  const bytes = Buffer.from(account.replace(/^0x/, ''), 'hex');
  if (bytes.length !== accountBytes || !/^(0x)?[0-9a-f]{40}$/i.test(account)) {
    throw new TypeError('an account is twenty bytes');
  }
  const payload = Buffer.concat([Uint8Array.of(prefix), bytes]);
  return encodeBase58(Buffer.concat([payload, checksumOf(payload)]));
}

function checksumOf(payload: Uint8Array): Buffer {
  return sha256(sha256(payload)).subarray(0, checksumBytes);
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
