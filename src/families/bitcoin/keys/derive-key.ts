import * as secp256k1 from '@bitcoinerlab/secp256k1';
import { HDKey } from '@scure/bip32';
import { mnemonicToSeedWebcrypto as mnemonicToSeed } from '@scure/bip39';
import { assertNever } from '../../../core/assert-never.ts';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { WalletSecret } from '../../../keys/wallet-secret.ts';
import { type BitcoinNetwork, bitcoinAddressOf, bitcoinScriptOf } from '../formats/address.ts';
import { hash160 } from '../formats/own-scripts.ts';
import type { BitcoinWalletKind } from './account.ts';
import { bitcoinPathOf } from './path.ts';
import { taprootOutputKey } from './taproot-key.ts';

/** The derivation path of a wallet's key: a receiving address of the first account. */
export function bitcoinPath(kind: BitcoinWalletKind, network: BitcoinNetwork, index = 0): string {
  return bitcoinPathOf({ kind, network, index });
}

/**
 * Derives the signing key (32 bytes) and the address of a wallet.
 * @param index of the phrase's addresses; default: 0
 * @throws `KEY_INVALID`
 */
export async function deriveBitcoinKey(
  secret: WalletSecret,
  kind: BitcoinWalletKind,
  network: BitcoinNetwork,
  index = 0,
): Promise<{ key: Uint8Array; address: string }> {
  if (secret.kind === 'private-key' && index !== 0)
    throw invalid('a single key has one address: more accounts need a wallet from a phrase');
  const key = await keyOf(secret, bitcoinPath(kind, network, index));
  if (!secp256k1.isPrivate(key)) throw invalid('the private key is not valid on secp256k1');
  const address = bitcoinAddressOf(scriptOf(key, kind), network);
  if (address === undefined) throw invalid('the private key has no address');
  return { key, address };
}

async function keyOf(secret: WalletSecret, path: string): Promise<Uint8Array> {
  if (secret.kind === 'private-key') return secret.key;
  if (secret.kind === 'ton-phrase')
    throw invalid('a phrase of TON’s own scheme has no key on Bitcoin');
  const { privateKey } = HDKey.fromMasterSeed(await mnemonicToSeed(secret.phrase)).derive(path);
  if (!privateKey) throw invalid('the phrase has no key at the path');
  return Uint8Array.from(privateKey);
}

function scriptOf(key: Uint8Array, kind: BitcoinWalletKind): Uint8Array {
  switch (kind) {
    case 'p2wpkh':
      return bitcoinScriptOf(
        kind,
        hash160(secp256k1.pointFromScalar(key, true) ?? new Uint8Array()),
      );
    case 'p2tr':
      return bitcoinScriptOf(kind, taprootOutputKey(key));
    default:
      return assertNever(kind, 'kind of address');
  }
}

function invalid(why: string): FerrymanError {
  // No cause, because it could contain the key.
  return new FerrymanError('KEY_INVALID', why);
}
