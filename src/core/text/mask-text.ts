/*
 * Texts without addresses. A text of a router, a chain or a person may quote any address, so all
 * that could be one is shortened: better a long word too many than an address that is shown.
 */

/**
 * As many letters and digits in a row as the shortest addresses and ids of transactions have: 24 or
 * more. No id of Ferryman, code or word has as many.
 */
const longRuns = /[A-Za-z0-9]{24,}/g;

/** An amount in base units may be as long. */
const digits = /^\d+$/;

/**
 * Words that may have an address of TON in them, whose 48 letters begin in one of these ways and may
 * have other signs in between. All of the word is shortened: the address may begin anywhere in it.
 */
const tonForms = [
  { words: /[\w-]{48,}/g, address: /[EUk0][Qf](?=[A-Za-z0-9]{0,45}[_-])[\w-]{46}/ },
  // In the standard alphabet, also as a part of a URL.
  {
    words: /[A-Za-z0-9+/%]{48,}/g,
    address: /[EUk0][Qf](?=[A-Za-z0-9]{0,45}[+/%])[A-Za-z0-9+/%]{46}/,
  },
];

/** Base64 of 32 bytes or more, if something marks it as base64. */
const base64 = /[\w+/-]{43,}=?/g;

/** The text with each address, hash and other long id in it shortened, as in `0x12…ab34`. */
export function maskAddresses(text: string): string {
  if (isOwnCursor(text)) return text;
  let masked = text;
  for (const { words, address } of tonForms)
    masked = masked.replace(words, (word) => (address.test(word) ? shorten(word) : word));
  return masked
    .replace(base64, (word) => (word.endsWith('=') ? shorten(word) : word))
    .replace(longRuns, (run) => (digits.test(run) ? run : shorten(run)));
}

/** First and last letters of a text that is long enough to say little by them; else none. */
export function shorten(text: string): string {
  return text.length < 16 ? '…' : `${text.slice(0, 4)}…${text.slice(-4)}`;
}

/** Cursors are base64 of words and numbers: what they hold is looked at instead. */
function isOwnCursor(text: string): boolean {
  if (!/^[\w-]{24,}$/.test(text)) return false;
  const decoded = Buffer.from(text, 'base64url').toString();
  return (
    /^[\w/-]+$/.test(decoded) &&
    Buffer.from(decoded).toString('base64url') === text &&
    maskAddresses(decoded) === decoded
  );
}
