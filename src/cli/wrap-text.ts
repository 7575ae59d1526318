import { escapeUnprintable } from '../core/text/escape-unprintable.ts';

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

/** The same as one text, with the further lines of each line two blanks deeper than its first. */
export function hanging(text: string, width: number): string {
  return escapeUnprintable(text)
    .split('\n')
    .map((line) => {
      const deeper = `${/^ */.exec(line)?.[0]}  `;
      const [first, ...others] = wrapText(line, width - deeper.length);
      return [first, ...others.map((other) => deeper + other)].join('\n');
    })
    .join('\n');
}
