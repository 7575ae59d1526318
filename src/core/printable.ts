/**
 * What another program says, fit for a log, a terminal and a database: cut to `longest` UTF-16 units, and a space in place of whatever
 * `isPrintable` does not take.
 */
export function printable(text: string, longest: number): string {
  return text
    .slice(0, longest)
    .replace(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]+/gu, ' ')
    .trim();
}
