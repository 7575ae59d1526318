import * as secp256k1 from '@bitcoinerlab/secp256k1';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import { taprootTweak } from '../formats/own-scripts.ts';

/*
 * Keys of taproot outputs without scripts (BIP-86). The output key is the wallet's internal key
 * tweaked by its own hash (BIP-341, "Constructing and spending Taproot outputs"), so it cannot
 * contain a hidden script.
 */

/** The output key of a private key's address, 32 bytes. Throws `KEY_INVALID`. */
export function taprootOutputKey(key: Uint8Array): Uint8Array {
  return xOnlyKey(tweakedKey(key));
}

/**
 * Signs a digest with the output key's private key (BIP-340), 64 bytes. The auxiliary randomness is
 * zero, which BIP-340 allows, so signing a transaction twice gives the same bytes. Throws
 * `KEY_INVALID`.
 */
export function taprootSign(key: Uint8Array, digest: Uint8Array): Uint8Array {
  return secp256k1.signSchnorr(digest, tweakedKey(key), new Uint8Array(32));
}

/** BIP-341, `taproot_tweak_seckey` with an empty tree. */
function tweakedKey(key: Uint8Array): Uint8Array {
  const internal = xOnlyKey(key);
  const point = secp256k1.pointFromScalar(key, true);
  // BIP-340 uses the form of the key whose point has an even y.
  const even = point?.[0] === 3 ? secp256k1.privateNegate(key) : key;
  const tweaked = secp256k1.privateAdd(even, taprootTweak(internal));
  if (!tweaked) throw invalid();
  return tweaked;
}

function xOnlyKey(key: Uint8Array): Uint8Array {
  if (!secp256k1.isPrivate(key)) throw invalid();
  return secp256k1.xOnlyPointFromScalar(key);
}

function invalid(): FerrymanError {
  // No cause, because it could contain the key.
  return new FerrymanError('KEY_INVALID', 'the private key is not valid on secp256k1');
}
