import { validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { assertNever } from '../core/assert-never.ts';
import type { Family } from '../core/swap/chains.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import { decodeBase58 } from '../families/shared/formats/base58.ts';
import type { Curve } from './family-keys.ts';
import { normalizePhrase } from './normalize-phrase.ts';
import { phraseFault } from './phrase-fault.ts';
import { readKeyPair } from './read-key-pair.ts';
import type { PhraseScheme, WalletSecret } from './wallet-secret.ts';

/** The forms of a private key of each curve. */
const keyForms: Readonly<Record<Curve, string>> = {
  secp256k1: '32 bytes in hex',
  Ed25519: '32 bytes in hex or 64 bytes in base58',
};

/**
 * Parses a BIP-39 phrase, 32 bytes in hex, or, for Ed25519, the seed and the public key as 64 bytes
 * in base58.
 * @param options.readExported parses a key as wallets of the family export it. Default: there is no
 * such form
 * @throws `KEY_INVALID`, which never contains the input; `INVALID_REQUEST` for a phrase of another
 * scheme
 */
export function parseSecret(
  text: string,
  {
    family,
    curve,
    scheme,
    readExported,
  }: {
    family: Family;
    curve: Curve;
    scheme: PhraseScheme | undefined;
    readExported?: (text: string) => Uint8Array;
  },
): WalletSecret {
  if (scheme !== undefined && scheme !== 'phrase') {
    throw new FerrymanError(
      'INVALID_REQUEST',
      `a phrase of TON’s own scheme has no key of the family ${family}`,
    );
  }
  const trimmed = text.trim();
  const key = readKey(trimmed, curve);
  if (key) return { kind: 'private-key', key };
  const phrase = normalizePhrase(text);
  if (validateMnemonic(phrase, wordlist)) return { kind: 'phrase', phrase };
  const fault = phraseFault(
    phrase,
    'its checksum is wrong: a word is wrong, or the words are in the wrong order',
  );
  if (fault !== undefined) throw new FerrymanError('KEY_INVALID', fault);
  if (readExported) return { kind: 'private-key', key: readExported(trimmed) };
  throw new FerrymanError('KEY_INVALID', `the input is neither a phrase nor ${keyForms[curve]}`);
}

function readKey(text: string, curve: Curve): Uint8Array | undefined {
  if (/^(0x)?[0-9a-fA-F]{64}$/.test(text))
    return Uint8Array.from(Buffer.from(text.replace(/^0x/, ''), 'hex'));
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
