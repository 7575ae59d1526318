import { validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { assertNever } from '../core/assert-never.ts';
import { decodeBase58 } from '../core/base58.ts';
import type { Family } from '../core/chains.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import { type Curve, curves } from './curves.ts';
import { ed25519PublicKey } from './ed25519.ts';

/** What a wallet's key comes from: a BIP-39 phrase, or a key of its own (secp256k1, or the seed of an Ed25519 key). */
export type WalletSecret = { kind: 'phrase'; phrase: string } | { kind: 'private-key'; key: Uint8Array };

/** How a key of each curve is written, beside a phrase. */
const keyForms: Readonly<Record<Curve, string>> = {
  secp256k1: '32 bytes in hex',
  Ed25519: '32 bytes in hex, nor 64 in base58',
};

/**
 * Reads what a person imports: a phrase, 32 bytes in hex, or for Ed25519 what Solana's wallets export, the seed and the public key as 64
 * bytes in base58. @throws `KEY_INVALID`, which never carries what was given
 */
export function parseWalletSecret(text: string, family: Family): WalletSecret {
  const trimmed = text.trim();
  const curve = curves[family];
  const key = readKey(trimmed, curve);
  if (key) return { kind: 'private-key', key };
  const phrase = trimmed.normalize('NFKD').toLowerCase().split(/\s+/).join(' ');
  if (validateMnemonic(phrase, wordlist)) return { kind: 'phrase', phrase };
  throw new FerrymanError('KEY_INVALID', `neither a valid BIP-39 phrase (English) nor ${keyForms[curve]}`);
}

function readKey(text: string, curve: Curve): Uint8Array | undefined {
  if (/^(0x)?[0-9a-fA-F]{64}$/.test(text)) return Uint8Array.from(Buffer.from(text.replace(/^0x/, ''), 'hex'));
  switch (curve) {
    case 'secp256k1':
      return undefined;
    case 'Ed25519': {
      const pair = decodeBase58(text);
      return pair?.length === 64 ? seedOf(pair) : undefined;
    }
    default:
      return assertNever(curve, 'curve');
  }
}

export function encodeSecret(secret: WalletSecret): Uint8Array {
  return secret.kind === 'phrase' ? new TextEncoder().encode(secret.phrase) : secret.key;
}

export function decodeSecret(kind: WalletSecret['kind'], bytes: Uint8Array): WalletSecret {
  return kind === 'phrase' ? { kind, phrase: new TextDecoder().decode(bytes) } : { kind, key: bytes };
}

/** The public half is there to tell a key that was copied badly. */
function seedOf(pair: Uint8Array): Uint8Array {
  const seed = pair.slice(0, 32);
  if (Buffer.compare(ed25519PublicKey(seed), pair.slice(32)) !== 0) {
    throw new FerrymanError('KEY_INVALID', 'the key’s two halves do not belong together');
  }
  return seed;
}
