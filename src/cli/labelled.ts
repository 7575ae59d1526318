/** Formats lines of a name and a text, with the texts aligned; leaves out lines without text. */
export function labelled(
  lines: readonly (readonly [name: string, text: string | undefined])[],
): string {
  return lines
    .flatMap(([name, text]) => (text === undefined ? [] : [`${name.padEnd(9)}${text}`]))
    .join('\n');
}
