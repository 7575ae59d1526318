import { createPublicKey, verify } from 'node:crypto';
import { decodeBase58 } from './base58.ts';

/** The SPKI prefix of a 32-byte Ed25519 public key (RFC 8410). */
const spkiPrefix = Buffer.from('302a300506032b6570032100', 'hex');

/**
 * Whether `signature` is the account's signature of `message` (RFC 8032). `false` for a derived
 * address, which has no key.
 */
export function isSignedBy(account: string, message: Uint8Array, signature: Uint8Array): boolean {
  const key = decodeBase58(account);
  if (key?.length !== 32 || signature.length !== 64) return false;
  const spki = Buffer.concat([spkiPrefix, key]);
  return verify(
    null,
    message,
    createPublicKey({ key: spki, format: 'der', type: 'spki' }),
    signature,
  );
}
