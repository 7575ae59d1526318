import { printableCharacters } from './is-printable.ts';

const notPrintable = new RegExp(`[^${printableCharacters}]+`, 'gu');

/**
 * Makes another program's text safe for a log, a terminal and a database: cuts it to `longest`
 * UTF-16 units, and replaces what `isPrintable` refuses with a space.
 */
export function printable(text: string, longest: number): string {
  return text.slice(0, longest).replace(notPrintable, ' ').trim();
}
