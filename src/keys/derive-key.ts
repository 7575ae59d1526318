import { HDKey } from '@scure/bip32';
import { mnemonicToSeedWebcrypto as mnemonicToSeed } from '@scure/bip39';
import { bytesToHex } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import { assertNever } from '../core/assert-never.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import { encodeBase58 } from '../families/shared/formats/base58.ts';
import { tronAddressOf } from '../families/tron/formats/address.ts';
import type { AccountForm } from './account-form.ts';
import { curves } from './curves.ts';
import { derivationPaths } from './derivation-path.ts';
import { ed25519PublicKey } from './ed25519.ts';
import type { WalletSecret } from './wallet-secret.ts';

/** The key that a wallet signs with, 32 bytes, and its address on its family's chains, in canonical form. @throws `KEY_INVALID` */
export async function deriveKey(
  secret: WalletSecret,
  form: AccountForm,
): Promise<{ key: Uint8Array; address: string }> {
  switch (form.family) {
    // The libraries of both take time to load, and most wallets do not need them.
    case 'bitcoin': {
      const { deriveBitcoinKey } = await import('../families/bitcoin/keys/derive-key.ts');
      return deriveBitcoinKey(secret, form.kind, form.network, form.index);
    }
    case 'ton': {
      const { deriveTonWallet } = await import('../families/ton/keys/derive-wallet.ts');
      const { version, networkId: network, subwallet } = form;
      const { key, address } = await deriveTonWallet(secret, { version, network, subwallet });
      return { key, address };
    }
    case 'evm':
    case 'tron':
    case 'solana': {
      const key = await keyOf(secret, form.family);
      return { key, address: addressOf(key, form.family) };
    }
    default:
      return assertNever(form, 'account');
  }
}

type PlainFamily = 'evm' | 'tron' | 'solana';

async function keyOf(secret: WalletSecret, family: PlainFamily): Promise<Uint8Array> {
  switch (secret.kind) {
    case 'private-key':
      return secret.key;
    case 'phrase':
      return keyOfPhrase(secret.phrase, family);
    case 'ton-phrase':
      throw new FerrymanError('KEY_INVALID', `words of TON’s own scheme have no key of the family ${family}`);
    default:
      return assertNever(secret, 'secret');
  }
}

async function keyOfPhrase(phrase: string, family: PlainFamily): Promise<Uint8Array> {
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

function addressOf(key: Uint8Array, family: PlainFamily): string {
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
