import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';

/** DER of a PKCS #8 private key for Ed25519, up to the 32 bytes of the seed (RFC 8410, 7). */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The 32 bytes of a seed's public key (RFC 8032, 5.1.5). */
export function ed25519PublicKey(seed: Uint8Array): Uint8Array {
  const spki = createPublicKey(privateKeyOf(seed)).export({ type: 'spki', format: 'der' });
  // The key is the end of its DER form (RFC 8410, 4).
  return Uint8Array.from(spki.subarray(-32));
}

/** 64 bytes (RFC 8032, 5.1.6). */
export function ed25519Sign(seed: Uint8Array, message: Uint8Array): Uint8Array {
  return Uint8Array.from(sign(null, message, privateKeyOf(seed)));
}

function privateKeyOf(seed: Uint8Array): KeyObject {
  return createPrivateKey({
    key: Buffer.concat([pkcs8Prefix, seed]),
    format: 'der',
    type: 'pkcs8',
  });
}
