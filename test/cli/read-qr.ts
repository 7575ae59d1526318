import { decodeQR } from 'qr/decode.js';

/** Dark or light, by cell of text: the upper and the lower half. */
const halves: Readonly<Record<string, readonly [upper: boolean, lower: boolean]>> = {
  ' ': [false, false],
  '▀': [true, false],
  '▄': [false, true],
  '█': [true, true],
};
const pixels = 4;

export interface ReadQr {
  text: string;
  /** Of the code with its quiet zone, in columns and lines of text. */
  width: number;
  height: number;
}

/**
 * What a camera sees in a terminal of light text on dark ground, told by a reader that shares no
 * code with what drew it.
 */
export function readQr(drawn: string): ReadQr {
  const lines = drawn.split('\n');
  const isColored = drawn.includes('\u001b');
  const rows = lines.flatMap((line) => {
    const [, colors = '', text = ''] =
      // biome-ignore lint/suspicious/noControlCharactersInRegex: it is the colours that are looked at.
      /^(\u001b\[[\d;]*m)?([ ▀▄█]+)(?:\u001b\[0m)?$/.exec(line) ?? [];
    if (isColored) expectBlackOnWhite(colors);
    const cells = [...text].map((cell) => halves[cell] ?? [false, false]);
    // Without colours what is filled is light.
    return [0, 1].map((half) => cells.map((cell) => cell[half] === isColored));
  });
  // Some readers, this one too, take a code of light on dark; not all do.
  if (rows[0]?.[0] !== false) throw new Error('the ground is dark');
  const [height, width] = [rows.length, Math.max(...rows.map((row) => row.length))];
  const data = new Uint8Array(height * width * pixels * pixels * 4);
  for (let y = 0; y < height * pixels; y++) {
    for (let x = 0; x < width * pixels; x++) {
      const isDark = rows[Math.floor(y / pixels)]?.[Math.floor(x / pixels)] ?? false;
      data.set([...Array<number>(3).fill(isDark ? 0 : 255), 255], (y * width * pixels + x) * 4);
    }
  }
  const text = decodeQR(
    { height: height * pixels, width: width * pixels, data },
    { timeLimit: 5_000 },
  );
  return { text, width, height: lines.length };
}

function expectBlackOnWhite(colors: string): void {
  if (!colors.includes('38;5;16') || !colors.includes('48;5;231'))
    throw new Error('not black on white');
}
