import { HDKey } from '@scure/bip32';
import { mnemonicToSeed } from '@scure/bip39';
import { bytesToHex } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import { assertNever } from '../core/assert-never.ts';
import { encodeBase58 } from '../core/base58.ts';
import type { Family } from '../core/chains.ts';
import { tronAddressOf } from '../core/tron-address.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import { curves } from './curves.ts';
import { ed25519PublicKey } from './ed25519.ts';
import type { WalletSecret } from './wallet-secret.ts';

/**
 * Where the key of a wallet is in its phrase's tree: BIP-44 with the coin types of SLIP-44, first account, first address; what common
 * wallets show first. Ed25519 has hardened children only (SLIP-10).
 */
export const derivationPaths: Readonly<Record<Family, string>> = {
  evm: "m/44'/60'/0'/0/0",
  tron: "m/44'/195'/0'/0/0",
  solana: "m/44'/501'/0'/0'",
};

/** The key that a wallet signs with, 32 bytes, and its address on its family's chains. @throws `KEY_INVALID` */
export async function deriveKey(secret: WalletSecret, family: Family): Promise<{ key: Uint8Array; address: string }> {
  const key = secret.kind === 'phrase' ? await keyOfPhrase(secret.phrase, family) : secret.key;
  return { key, address: addressOf(key, family) };
}

async function keyOfPhrase(phrase: string, family: Family): Promise<Uint8Array> {
  const seed = await mnemonicToSeed(phrase);
  const path = derivationPaths[family];
  const curve = curves[family];
  switch (curve) {
    case 'secp256k1': {
      const { privateKey } = HDKey.fromMasterSeed(seed).derive(path);
      if (!privateKey) throw new FerrymanError('KEY_INVALID', 'the phrase has no key at the path');
      return Uint8Array.from(privateKey);
    }
    case 'Ed25519': {
      // Most wallets do not need it.
      const { HDKey: Slip10Key } = await import('micro-key-producer/slip10.js');
      return Uint8Array.from(Slip10Key.fromMasterSeed(seed).derive(path).privateKey);
    }
    default:
      return assertNever(curve, 'curve');
  }
}

function addressOf(key: Uint8Array, family: Family): string {
  switch (family) {
    case 'evm':
      return evmAddress(key);
    case 'tron':
      return tronAddressOf(evmAddress(key));
    case 'solana':
      return encodeBase58(ed25519PublicKey(key));
    default:
      return assertNever(family, 'family');
  }
}

function evmAddress(key: Uint8Array) {
  try {
    return privateKeyToAddress(bytesToHex(key));
  } catch {
    // Zero, or not below the curve's order. Without the cause: it could quote the key.
    throw new FerrymanError('KEY_INVALID', 'the private key is not a number of the curve');
  }
}
