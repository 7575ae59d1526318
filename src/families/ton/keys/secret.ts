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
 * Reads what a person imports: a phrase of either scheme, or a key in hex: 32 bytes, or 64 with the
 * public key behind them as TON's tools write it. One in 256 phrases of 24 words of the one scheme
 * is right in the other too, and has other wallets there: which is meant has to be said then.
 * @throws `KEY_INVALID`, which never carries what was given
 */
export async function parseTonSecret(text: string, scheme?: PhraseScheme): Promise<WalletSecret> {
  const trimmed = text.trim();
  const key = readKey(trimmed);
  if (key) return { kind: 'private-key', key };
  const phrase = normalizePhrase(text);
  const kinds = await schemesOf(phrase);
  const meant = scheme === undefined ? kinds : kinds.filter((kind) => kind === scheme);
  const [kind, another] = meant;
  if (another)
    throw new FerrymanError(
      'KEY_INVALID',
      'the phrase is one of BIP-39 and one of TON: say which is meant',
    );
  if (kind) return { kind, phrase };
  const [other] = kinds;
  if (other) {
    const isOfBip39 = other === 'phrase';
    throw new FerrymanError(
      'KEY_INVALID',
      isOfBip39
        ? 'the phrase is one of BIP-39 and not of TON'
        : 'the phrase is one of TON and not of BIP-39',
    );
  }
  const fault = phraseFault(
    phrase,
    'its checksum is not that of BIP-39, nor do the words fit TON’s own scheme without a password: a word is another one or in another place',
  );
  throw new FerrymanError(
    'KEY_INVALID',
    fault ?? 'what was given is neither a phrase nor 32 or 64 bytes in hex',
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
