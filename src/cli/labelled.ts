import { escapeUnprintable } from '../core/text/escape-unprintable.ts';
import { wrapText } from './wrap-text.ts';

const indent = 9;

/** A command in a text, which must stay on one line to be copied. */
const command = /ferryman(?: [a-z]+){1,2}(?: [0-9a-f-]{8,36})?(?: --[a-z-]+ [A-Z]+)*/g;
const noBreak = '\u00a0';

/**
 * Formats lines of a name and a text, with the texts aligned; leaves out lines without text. A text
 * is broken at blanks into lines of at most `width` characters with its name, unless it is to
 * stay `whole`.
 */
export function labelled(
  lines: readonly (readonly [name: string, text: string | undefined, whole?: 'whole'])[],
  width: number,
): string {
  return lines
    .flatMap(([name, text, whole]) =>
      text === undefined
        ? []
        : linesOf(text, whole ? Number.POSITIVE_INFINITY : width - indent).map(
            (line, index) => `${(index === 0 ? name : '').padEnd(indent)}${line}`,
          ),
    )
    .join('\n');
}

function linesOf(text: string, width: number): string[] {
  const glued = escapeUnprintable(text).replaceAll(command, (found) =>
    found.replaceAll(' ', noBreak),
  );
  return wrapText(glued, width).map((line) => line.replaceAll(noBreak, ' '));
}
