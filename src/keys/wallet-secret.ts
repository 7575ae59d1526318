import { validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { assertNever } from '../core/assert-never.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import { readWif } from '../families/bitcoin/keys/read-wif.ts';
import { decodeBase58 } from '../families/shared/formats/base58.ts';
import type { AccountForm } from './account-form.ts';
import { type Curve, curves } from './curves.ts';
import { normalizePhrase } from './normalize-phrase.ts';
import { phraseFault } from './phrase-fault.ts';
import { readKeyPair } from './read-key-pair.ts';

/**
 * `phrase`: words of BIP-39, as wallets of several families have them. `ton-phrase`: 24 words of TON's own scheme, which has the same words and
 * other keys (github.com/ton-blockchain/ton, tonlib/keys/Mnemonic.cpp).
 */
export type PhraseScheme = 'phrase' | 'ton-phrase';

/** What a wallet's key comes from. */
export type WalletSecret =
  | { kind: PhraseScheme; phrase: string }
  /** Of secp256k1, or the seed of an Ed25519 key, 32 bytes. */
  | { kind: 'private-key'; key: Uint8Array };

/** How a key of each curve is written, beside a phrase. */
const keyForms: Readonly<Record<Curve, string>> = {
  secp256k1: '32 bytes in hex',
  Ed25519: '32 bytes in hex, nor 64 in base58',
};

/**
 * Reads what a person imports: a phrase, 32 bytes in hex, or a key as wallets export it: for Solana the seed and the public key as 64 bytes in
 * base58, for Bitcoin the wallet import format. TON: as `parseTonSecret` says. @throws `KEY_INVALID`, which never carries what was given
 */
export async function parseWalletSecret(text: string, form: AccountForm, scheme?: PhraseScheme): Promise<WalletSecret> {
  if (form.family === 'ton') {
    // Takes a library, which most wallets do not need.
    const { parseTonSecret } = await import('../families/ton/keys/secret.ts');
    return parseTonSecret(text, scheme);
  }
  if (scheme === 'ton-phrase') {
    throw new FerrymanError('INVALID_REQUEST', `words of TON’s own scheme have no key of the family ${form.family}`);
  }
  const trimmed = text.trim();
  const key = readKey(trimmed, curves[form.family]);
  if (key) return { kind: 'private-key', key };
  const phrase = normalizePhrase(text);
  if (validateMnemonic(phrase, wordlist)) return { kind: 'phrase', phrase };
  const fault = phraseFault(phrase, 'its checksum is wrong, so that a word is another one or in another place');
  if (fault !== undefined) throw new FerrymanError('KEY_INVALID', fault);
  if (form.family !== 'bitcoin') throw invalid(keyForms[curves[form.family]]);
  return { kind: 'private-key', key: readWif(trimmed, form.network) };
}

function invalid(keyForm: string): FerrymanError {
  return new FerrymanError('KEY_INVALID', `what was given is neither a phrase nor ${keyForm}`);
}

function readKey(text: string, curve: Curve): Uint8Array | undefined {
  if (/^(0x)?[0-9a-fA-F]{64}$/.test(text)) return Uint8Array.from(Buffer.from(text.replace(/^0x/, ''), 'hex'));
  switch (curve) {
    case 'secp256k1':
      return undefined;
    case 'Ed25519': {
      const pair = decodeBase58(text);
      return pair?.length === 64 ? readKeyPair(pair) : undefined;
    }
    default:
      return assertNever(curve, 'curve');
  }
}

export function encodeSecret(secret: WalletSecret): Uint8Array {
  return secret.kind === 'private-key' ? secret.key : new TextEncoder().encode(secret.phrase);
}

export function decodeSecret(kind: WalletSecret['kind'], bytes: Uint8Array): WalletSecret {
  return kind === 'private-key' ? { kind, key: bytes } : { kind, phrase: new TextDecoder().decode(bytes) };
}
