import { HDKey } from '@scure/bip32';
import { mnemonicToSeed, validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { bytesToHex, hexToBytes } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import { FerrymanError } from '../errors/ferryman-error.ts';

/** What a wallet's key comes from: a BIP-39 phrase, or a secp256k1 key of its own. */
export type WalletSecret = { kind: 'phrase'; phrase: string } | { kind: 'private-key'; key: Uint8Array };

/** BIP-44: coin type 60 (SLIP-44), first account, first address; what common wallets show first. */
export const evmPath = "m/44'/60'/0'/0/0";

/** Reads what a person imports. @throws `KEY_INVALID`, which never carries what was given */
export function parseWalletSecret(text: string): WalletSecret {
  const trimmed = text.trim();
  if (/^(0x)?[0-9a-fA-F]{64}$/.test(trimmed)) {
    return { kind: 'private-key', key: hexToBytes(`0x${trimmed.replace(/^0x/, '')}`) };
  }
  const phrase = trimmed.normalize('NFKD').toLowerCase().split(/\s+/).join(' ');
  if (validateMnemonic(phrase, wordlist)) return { kind: 'phrase', phrase };
  throw new FerrymanError('KEY_INVALID', 'neither a valid BIP-39 phrase (English) nor 32 bytes in hex');
}

export async function deriveEvmKey(secret: WalletSecret): Promise<{ key: Uint8Array; address: string }> {
  const key = secret.kind === 'phrase' ? await keyOfPhrase(secret.phrase) : secret.key;
  return { key, address: addressOf(key) };
}

export function encodeSecret(secret: WalletSecret): Uint8Array {
  return secret.kind === 'phrase' ? new TextEncoder().encode(secret.phrase) : secret.key;
}

export function decodeSecret(kind: WalletSecret['kind'], bytes: Uint8Array): WalletSecret {
  return kind === 'phrase' ? { kind, phrase: new TextDecoder().decode(bytes) } : { kind, key: bytes };
}

async function keyOfPhrase(phrase: string): Promise<Uint8Array> {
  const node = HDKey.fromMasterSeed(await mnemonicToSeed(phrase)).derive(evmPath);
  if (!node.privateKey) throw new FerrymanError('KEY_INVALID', 'the phrase has no key at the path');
  return Uint8Array.from(node.privateKey);
}

function addressOf(key: Uint8Array): string {
  try {
    return privateKeyToAddress(bytesToHex(key));
  } catch {
    // Zero, or not below the curve's order. Without the cause: it could quote the key.
    throw new FerrymanError('KEY_INVALID', 'the private key is not a number of the curve');
  }
}
