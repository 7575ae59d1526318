import { validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { mnemonicValidate } from '@ton/crypto';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import { normalizePhrase } from '../../../keys/normalize-phrase.ts';
import { phraseFault } from '../../../keys/phrase-fault.ts';
import { readKeyPair } from '../../../keys/read-key-pair.ts';
import type { PhraseScheme, WalletSecret } from '../../../keys/wallet-secret.ts';

const tonWords = 24;

/**
 * Reads an imported secret: a phrase of either scheme, or a hex key of 32 bytes, or of 64 with the
 * public key appended, as TON tools write it. One in 256 24-word phrases is valid in both schemes
 * with different wallets, so the caller must give the scheme then.
 * @throws `KEY_INVALID`, which never contains the secret
 */
export async function parseTonSecret(text: string, scheme?: PhraseScheme): Promise<WalletSecret> {
  const trimmed = text.trim();
  const key = readKey(trimmed);
  if (key) return { kind: 'private-key', key };
  const phrase = normalizePhrase(text);
  const kinds = await schemesOf(phrase);
  const matching = scheme === undefined ? kinds : kinds.filter((kind) => kind === scheme);
  const [kind, another] = matching;
  if (another)
    throw new FerrymanError(
      'KEY_INVALID',
      'the phrase is valid in BIP-39 and in TON’s own scheme: say which one you mean',
    );
  if (kind) return { kind, phrase };
  const [other] = kinds;
  if (other) {
    const isOfBip39 = other === 'phrase';
    throw new FerrymanError(
      'KEY_INVALID',
      isOfBip39
        ? 'the phrase is a BIP-39 phrase, not one of TON’s own scheme'
        : 'the phrase is one of TON’s own scheme, not a BIP-39 phrase',
    );
  }
  const fault = phraseFault(
    phrase,
    'it fits neither the BIP-39 checksum nor TON’s own scheme without a password: check each word and the order of the words',
  );
  throw new FerrymanError(
    'KEY_INVALID',
    fault ?? 'the input is neither a phrase nor 32 or 64 bytes in hex',
  );
}

async function schemesOf(phrase: string): Promise<PhraseScheme[]> {
  return [
    ...(validateMnemonic(phrase, wordlist) ? (['phrase'] as const) : []),
    ...((await isTonPhrase(phrase)) ? (['ton-phrase'] as const) : []),
  ];
}

async function isTonPhrase(phrase: string): Promise<boolean> {
  const words = phrase.split(' ');
  if (words.length !== tonWords) return false;
  return await mnemonicValidate(words);
}

function readKey(text: string): Uint8Array | undefined {
  if (!/^(0x)?[0-9a-fA-F]{64}(?:[0-9a-fA-F]{64})?$/.test(text)) return undefined;
  const bytes = Buffer.from(text.replace(/^0x/, ''), 'hex');
  return Uint8Array.from(bytes.length > 32 ? readKeyPair(bytes) : bytes);
}
