import { FerrymanError } from '../errors/ferryman-error.ts';
import { ed25519PublicKey } from './ed25519.ts';

/**
 * The seed of an Ed25519 key, 32 bytes, that is written with its public key behind it, 64 bytes.
 * The public half is there to tell a key that was copied badly. Throws `KEY_INVALID`, which never
 * carries what was given.
 */
export function readKeyPair(pair: Uint8Array): Uint8Array {
  const seed = pair.slice(0, 32);
  if (Buffer.compare(ed25519PublicKey(seed), pair.slice(32)) !== 0) {
    throw new FerrymanError('KEY_INVALID', 'the key’s two halves do not belong together');
  }
  return seed;
}
