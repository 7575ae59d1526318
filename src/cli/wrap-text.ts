/**
 * Breaks a text at blanks into lines of at most `width` characters. A longer word stays whole on a
 * line of its own, so that it can be copied.
 */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split('\n')) {
    let line: string | undefined;
    for (const word of paragraph.split(' ')) {
      const longer: string = line === undefined ? word : `${line} ${word}`;
      if (line === undefined || [...longer].length <= width) line = longer;
      else {
        lines.push(line.trimEnd());
        line = word;
      }
    }
    lines.push(line ?? '');
  }
  return lines;
}
