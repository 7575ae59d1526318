import { printableCharacters } from './is-printable.ts';

const notPrintable = new RegExp(`[^${printableCharacters}\\n]`, 'gu');

/**
 * Text for a terminal, with its line ends: what else `isPrintable` refuses is written as in JSON, so
 * that nothing moves the cursor, colours or hides. Unlike `printable` it leaves nothing out.
 */
export function escapeUnprintable(text: string): string {
  return text.replace(notPrintable, (character) => character.split('').map(escaped).join(''));
}

const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
