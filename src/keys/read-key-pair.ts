import { FerrymanError } from '../errors/ferryman-error.ts';
import { ed25519PublicKey } from './ed25519.ts';

/**
 * The seed, 32 bytes, of an Ed25519 key in the form of 64 bytes: seed and public key. The public
 * key shows whether the key was copied correctly. Throws `KEY_INVALID`, which never contains the
 * input.
 */
export function readKeyPair(pair: Uint8Array): Uint8Array {
  const seed = pair.slice(0, 32);
  if (Buffer.compare(ed25519PublicKey(seed), pair.slice(32)) !== 0) {
    throw new FerrymanError('KEY_INVALID', 'the two halves of the key do not match');
  }
  return seed;
}
