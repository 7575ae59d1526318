import { wordlist } from '@scure/bip39/wordlists/english.js';

/** Both schemes use the same words (BIP-39, English). */
const words: ReadonlySet<string> = new Set(wordlist);
/** The counts that BIP-39 allows; TON's own scheme has 24. */
const counts = [12, 15, 18, 21, 24];

/**
 * What is wrong with a phrase that no scheme accepts. It names positions, never words. Undefined if
 * the text is not a phrase.
 * @param phrase words with single spaces
 * @param checksumFault for a phrase with a valid number of words, all in the list
 */
export function phraseFault(phrase: string, checksumFault: string): string | undefined {
  if (phrase === '') return 'nothing was given';
  const given = phrase.split(' ');
  if (given.length === 1) return undefined;
  const unknown = given.flatMap((word, index) => (words.has(word) ? [] : [index + 1]));
  const faults = [
    ...(counts.includes(given.length)
      ? []
      : [`it has ${given.length} words, not 12, 15, 18, 21 or 24`]),
    ...(unknown.length === 0 ? [] : [`${positions(unknown)} not in the list of English words`]),
  ];
  return `the phrase is not valid: ${faults.length > 0 ? faults.join(', and ') : checksumFault}`;
}

function positions(numbers: readonly number[]): string {
  const last = numbers.at(-1);
  return numbers.length === 1
    ? `word ${last} is`
    : `words ${numbers.slice(0, -1).join(', ')} and ${last} are`;
}
