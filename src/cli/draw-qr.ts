import { encode } from 'uqr';

/** How a terminal is drawn on. */
export interface Drawing {
  /** Width of the terminal. */
  columns: number;
  /** Whether it takes colours; without them it is taken for one of light text on dark ground. */
  isColored: boolean;
}

/** Light around the code, in modules: what a reader needs to find it (ISO/IEC 18004). */
const quietZone = 4;

/**
 * By whether the upper and the lower of two modules are to be filled: one line of text holds two
 * rows.
 */
const blocks = [
  [' ', '▄'],
  ['▀', '█'],
] as const;

/**
 * Black on white, whatever the terminal's own colours are: not every reader takes the reverse. Of
 * the 256 colours these two are the same everywhere.
 */
const [blackOnWhite, plain] = ['\u001b[38;5;16;48;5;231m', '\u001b[0m'];

/**
 * A QR code as text, two rows of modules a line, without a line end behind the last one;
 * `undefined` where the terminal is too narrow for it: a code that is broken into lines cannot be
 * read. Up to 15 % of it may be unreadable (level M).
 */
export function drawQr(text: string, { columns, isColored }: Drawing): string | undefined {
  const { data: rows, size } = encode(text, { ecc: 'M', border: quietZone });
  if (size > columns) return undefined;
  const lines: string[] = [];
  for (let top = 0; top < size; top += 2) {
    const [upper = [], lower = []] = rows.slice(top, top + 2);
    const isFilled = (dark: boolean | undefined): 0 | 1 => (Boolean(dark) === isColored ? 1 : 0);
    const line = upper
      .map((dark, column) => blocks[isFilled(dark)][isFilled(lower[column])])
      .join('');
    lines.push(isColored ? `${blackOnWhite}${line}${plain}` : line);
  }
  return lines.join('\n');
}
