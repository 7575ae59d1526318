import { base58, base64, base64url } from '@scure/base';

/** A secret of a test. It may show nowhere. */
export interface Canary {
  name: string;
  bytes: Uint8Array;
  /** Of a phrase: three of them in a row would show it, too. */
  words?: readonly string[];
}

export const textCanary = (name: string, secret: string): Canary => ({
  name,
  bytes: Buffer.from(secret),
});

export const phraseCanary = (name: string, phrase: string): Canary => ({
  ...textCanary(name, phrase),
  words: phrase.split(' '),
});

/** What words are listed with, in logs, JSON, URLs and headers. */
const separators = [' ', '\n', '\\n', ',', ', ', '","', '", "', '+', '%20', '-', '_', '.', '/'];

/** As much of a phrase as nobody may see. */
function wordForms(words: readonly string[]): string[] {
  return words
    .slice(2)
    .flatMap((_, index) => separators.map((by) => words.slice(index, index + 3).join(by)));
}

/** Base64 of the secret after 0, 1 and 2 other bytes, without what holds bits of its neighbours. */
function base64Forms(secret: Uint8Array): string[] {
  return [0, 1, 2].flatMap((offset) => {
    const shifted = Uint8Array.of(...new Uint8Array(offset), ...secret);
    const from = Math.ceil((offset * 4) / 3);
    const until = Math.floor(((offset + secret.length) * 4) / 3);
    return [base64, base64url].map((coder) => coder.encode(shifted).slice(from, until));
  });
}

/** The texts in which a secret could show. */
function formsOf({ bytes, words = [] }: Canary): ReadonlySet<string> {
  const secret = Buffer.from(bytes);
  const hex = secret.toString('hex');
  const numbers = [...secret.subarray(0, 16)];
  return new Set([
    secret.toString('latin1'),
    hex,
    hex.toUpperCase(),
    ...base64Forms(secret),
    base58.encode(secret),
    numbers.join(','),
    numbers.join(', '),
    ...wordForms(words),
  ]);
}

/** Which secrets a text or dump has. Their values are in no message of a test either. */
export function findCanaries(dump: string | Uint8Array, canaries: readonly Canary[]): string[] {
  const text = typeof dump === 'string' ? dump : Buffer.from(dump).toString('latin1');
  return canaries.flatMap((canary) =>
    [...formsOf(canary)]
      .filter((form) => text.includes(form))
      .map((form) => `${canary.name}, in a form of ${form.length} characters`),
  );
}
