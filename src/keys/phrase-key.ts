import { HDKey } from '@scure/bip32';
import { mnemonicToSeedWebcrypto as mnemonicToSeed } from '@scure/bip39';
import { assertNever } from '../core/assert-never.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import type { Curve } from './family-keys.ts';

/**
 * The key at a path in the tree of a BIP-39 phrase, 32 bytes: BIP-32, or SLIP-10 for Ed25519.
 * Throws `KEY_INVALID`.
 */
export async function phraseKey(phrase: string, path: string, curve: Curve): Promise<Uint8Array> {
  const seed = await mnemonicToSeed(phrase);
  switch (curve) {
    case 'secp256k1': {
      const { privateKey } = HDKey.fromMasterSeed(seed).derive(path);
      if (!privateKey) throw new FerrymanError('KEY_INVALID', 'the phrase has no key at the path');
      return Uint8Array.from(privateKey);
    }
    case 'Ed25519': {
      // Imported on demand, because most wallets do not need it.
      const { HDKey: Slip10Key } = await import('micro-key-producer/slip10.js');
      return Uint8Array.from(Slip10Key.fromMasterSeed(seed).derive(path).privateKey);
    }
    default:
      return assertNever(curve, 'curve');
  }
}
