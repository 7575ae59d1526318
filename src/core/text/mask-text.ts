/*
 * Texts without addresses. A text of a router, a chain or a person may quote any address, so all
 * that could be one is shortened: better a long word too many than an address that is shown.
 */

/**
 * As many letters and digits in a row as the shortest addresses and ids of transactions have: 24 or
 * more. No id of Ferryman, code or word has as many. TON and base64 have other signs in between.
 */
const longRuns =
  /(?<![\w-])[EUk0][Qf][\w-]{46,}|(?<![\w+])[EUk0][Qf][A-Za-z0-9+/]{46,}|[\w+/-]{43}=|[A-Za-z0-9]{24,}/g;

/** An amount in base units may be as long. */
const digits = /^\d+$/;

/** The text with each address, hash and other long id in it shortened, as in `0x12…ab34`. */
export function maskAddresses(text: string): string {
  if (isOwnCursor(text)) return text;
  return text.replace(longRuns, (run) => (digits.test(run) ? run : shorten(run)));
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
