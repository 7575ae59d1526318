import { createHash } from 'node:crypto';
import * as secp256k1 from '@bitcoinerlab/secp256k1';
import { HDKey } from '@scure/bip32';
import { mnemonicToSeed } from '@scure/bip39';
import { assertNever } from '../core/assert-never.ts';
import { type BitcoinNetwork, bitcoinAddressOf, bitcoinScriptOf } from '../core/bitcoin-address.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import { taprootOutputKey } from './taproot-key.ts';
import type { WalletSecret } from './wallet-secret.ts';

/** The kinds of address that a wallet can have: both are spent by a key alone. */
export type BitcoinWalletKind = 'p2wpkh' | 'p2tr';

const purposes: Readonly<Record<BitcoinWalletKind, string>> = { p2wpkh: "84'", p2tr: "86'" };
/** SLIP-44: all test networks share one. */
const coinTypes: Readonly<Record<BitcoinNetwork, string>> = { mainnet: "0'", testnet: "1'", regtest: "1'" };

/** Where the key of a wallet is in its phrase's tree: the first receiving address of the first account (BIP-84, BIP-86). */
export function bitcoinPath(kind: BitcoinWalletKind, network: BitcoinNetwork): string {
  return `m/${purposes[kind]}/${coinTypes[network]}/0'/0/0`;
}

/** The key that a wallet signs with, 32 bytes, and its address. Throws `KEY_INVALID`. */
export async function deriveBitcoinKey(
  secret: WalletSecret,
  kind: BitcoinWalletKind,
  network: BitcoinNetwork,
): Promise<{ key: Uint8Array; address: string }> {
  const key = secret.kind === 'phrase' ? await keyOfPhrase(secret.phrase, bitcoinPath(kind, network)) : secret.key;
  if (!secp256k1.isPrivate(key)) throw invalid('the private key is not a number of the curve');
  const address = bitcoinAddressOf(scriptOf(key, kind), network);
  if (address === undefined) throw invalid('the private key has no address');
  return { key, address };
}

async function keyOfPhrase(phrase: string, path: string): Promise<Uint8Array> {
  const { privateKey } = HDKey.fromMasterSeed(await mnemonicToSeed(phrase)).derive(path);
  if (!privateKey) throw invalid('the phrase has no key at the path');
  return Uint8Array.from(privateKey);
}

function scriptOf(key: Uint8Array, kind: BitcoinWalletKind): Uint8Array {
  switch (kind) {
    case 'p2wpkh':
      return bitcoinScriptOf(kind, hash160(secp256k1.pointFromScalar(key, true) ?? new Uint8Array()));
    case 'p2tr':
      return bitcoinScriptOf(kind, taprootOutputKey(key));
    default:
      return assertNever(kind, 'kind of address');
  }
}

function hash160(bytes: Uint8Array): Uint8Array {
  const once = createHash('sha256').update(bytes).digest();
  return Uint8Array.from(createHash('ripemd160').update(once).digest());
}

function invalid(why: string): FerrymanError {
  // Without a cause: it could quote the key.
  return new FerrymanError('KEY_INVALID', why);
}
