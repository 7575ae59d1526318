import { didYouMean } from './did-you-mean.ts';

/**
 * The fault of a name that is not among the known ones.
 * @param otherwise follows if no known name is near, such as `; there are …`
 */
export function unknownName(
  given: string,
  known: readonly string[],
  what: string,
  otherwise = '',
): string {
  return `${quoted(given)} is not a known ${what}${didYouMean(given, known) || otherwise}`;
}

/** A name as a request gave it, which may be anything. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}
