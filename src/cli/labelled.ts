/** Lines of a name and a text, the texts beneath one another; what has no text is left out. */
export function labelled(
  lines: readonly (readonly [name: string, text: string | undefined])[],
): string {
  return lines
    .flatMap(([name, text]) => (text === undefined ? [] : [`${name.padEnd(9)}${text}`]))
    .join('\n');
}
