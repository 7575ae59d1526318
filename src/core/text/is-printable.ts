/**
 * Letters, marks, numbers, punctuation, symbols and the plain space, as part of a character class.
 */
export const printableCharacters = '\\p{L}\\p{M}\\p{N}\\p{P}\\p{S} ';

const isAllPrintable = new RegExp(`^[${printableCharacters}]*$`, 'u');

/**
 * Whether a text has only visible characters and plain spaces, nothing that a terminal, a database
 * or another reader interprets.
 */
export function isPrintable(text: string): boolean {
  return isAllPrintable.test(text);
}
