import { encode } from 'uqr';

/** What the terminal can show. */
export interface Drawing {
  /** Width of the terminal. */
  columns: number;
  /** Whether it shows colours. Without them, light text on a dark background is assumed. */
  isColored: boolean;
}

/** Light margin around the code, in modules: readers need it (ISO/IEC 18004). */
const quietZone = 4;

/** Indexed by whether the upper, then the lower module is filled: one line holds two rows. */
const blocks = [
  [' ', '▄'],
  ['▀', '█'],
] as const;

/**
 * Black on white in every terminal: some readers cannot read inverted codes. These two of the 256
 * colours are the same in every terminal.
 */
const [blackOnWhite, plain] = ['\u001b[38;5;16;48;5;231m', '\u001b[0m'];

/**
 * A QR code as text, two rows of modules a line, without a final line end. `undefined` if the
 * terminal is too narrow: a wrapped code is unreadable. Error correction level M (15 %).
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
