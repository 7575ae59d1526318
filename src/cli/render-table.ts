import { escapeUnprintable } from '../core/text/escape-unprintable.ts';
import { wrapText } from './wrap-text.ts';

export interface Column {
  title: string;
  align?: 'left' | 'right';
  /** Left out where the table is too wide with it. `--wide` and `--json` still show it. */
  optional?: true;
}

/** Cells by column, and a line of text below the row, if it has more to say. */
export interface Row {
  cells: readonly string[];
  below?: string | undefined;
}

/** What a table may take: `wide` leaves out and breaks nothing. */
export interface Layout {
  /** Characters of a line. */
  width: number;
  wide: boolean;
}

const gap = 2;

/**
 * A plain text table of at most `width` characters a line. What does not fit is, in this order:
 * left out (optional columns, the last one first), broken at blanks, or written with one line per
 * cell. A word is never broken or cut: a person copies addresses and ids.
 */
export function renderTable(
  columns: readonly Column[],
  rows: readonly (readonly string[] | Row)[],
  { width, wide }: Layout,
): string {
  const all = rows.map((row) => safeRow('cells' in row ? row : { cells: row }));
  if (wide) return drawn(columns, all, naturalWidths(columns, all), Number.POSITIVE_INFINITY);
  const shown = columnsThatFit(columns, all, width);
  const kept = shown.map((index) => columns[index] as Column);
  const reduced = all.map(({ cells, below }): Row => {
    return { cells: shown.map((index) => cells[index] ?? ''), below };
  });
  const widths = widthsWithin(kept, reduced, width);
  return widths ? drawn(kept, reduced, widths, width) : asRecords(kept, reduced, width);
}

/** The database may hold what no door of Ferryman lets in, such as a name that hides the next row. */
function safeRow({ cells, below }: Row): Row {
  return {
    cells: cells.map((cell) => escapeUnprintable(cell).replaceAll('\n', '\\n')),
    below: below === undefined ? undefined : escapeUnprintable(below),
  };
}

/** Indexes of the columns that are shown. */
function columnsThatFit(
  columns: readonly Column[],
  rows: readonly Row[],
  width: number,
): readonly number[] {
  const widths = naturalWidths(columns, rows);
  const shown = columns.map((_, index) => index);
  const fits = (): boolean => totalOf(shown.map((index) => widths[index] ?? 0)) <= width;
  for (const index of [...shown].reverse()) {
    if (fits()) break;
    if (columns[index]?.optional) shown.splice(shown.indexOf(index), 1);
  }
  return shown;
}

function naturalWidths(columns: readonly Column[], rows: readonly Row[]): number[] {
  return columns.map(({ title }, index) =>
    Math.max(title.length, ...rows.map(({ cells }) => lengthOf(cells[index] ?? ''))),
  );
}

/** Takes from the widest column first, down to its longest word; `undefined` if that is too wide. */
function widthsWithin(
  columns: readonly Column[],
  rows: readonly Row[],
  width: number,
): number[] | undefined {
  const widths = naturalWidths(columns, rows);
  const least = columns.map(({ title }, index) =>
    Math.max(
      title.length,
      ...rows.flatMap(({ cells }) => (cells[index] ?? '').split(' ').map(lengthOf)),
    ),
  );
  if (totalOf(least) > width) return undefined;
  while (totalOf(widths) > width) {
    const spare = widths.map((one, index) => (one > (least[index] ?? 0) ? one : 0));
    const widest = spare.indexOf(Math.max(...spare));
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}

function totalOf(widths: readonly number[]): number {
  return widths.reduce((sum, one) => sum + one, gap * (widths.length - 1));
}

function drawn(
  columns: readonly Column[],
  rows: readonly Row[],
  widths: readonly number[],
  width: number,
): string {
  const line = (cells: readonly string[]): string =>
    columns
      .map(({ align }, index) => {
        const cell = cells[index] ?? '';
        const missing = ' '.repeat(Math.max(0, (widths[index] ?? 0) - lengthOf(cell)));
        return align === 'right' ? missing + cell : cell + missing;
      })
      .join(' '.repeat(gap))
      .trimEnd();
  const lines = ({ cells, below }: Row): string[] => {
    const broken = columns.map((_, index) => wrapText(cells[index] ?? '', widths[index] ?? 0));
    const height = Math.max(...broken.map(({ length }) => length));
    const indent = ' '.repeat((widths[0] ?? 0) + gap);
    return [
      ...Array.from({ length: height }, (_, row) => line(broken.map((cell) => cell[row] ?? ''))),
      ...(below === undefined
        ? []
        : wrapText(below, width - indent.length).map((text) => indent + text)),
    ];
  };
  return [
    line(columns.map(({ title }) => title)),
    line(widths.map((one) => '─'.repeat(one))),
    ...rows.flatMap(lines),
  ].join('\n');
}

/** One line per cell and a blank line between rows. */
function asRecords(columns: readonly Column[], rows: readonly Row[], width: number): string {
  const name = Math.max(...columns.map(({ title }) => title.length));
  return rows
    .map(({ cells, below }) =>
      [
        ...columns.flatMap(({ title }, index) =>
          cells[index]
            ? wrapText(cells[index], width - name - gap).map(
                (text, line) => `${(line === 0 ? title : '').padEnd(name)}  ${text}`,
              )
            : [],
        ),
        ...(below === undefined ? [] : wrapText(below, width)),
      ].join('\n'),
    )
    .join('\n\n');
}

/** In characters that a terminal shows, not in UTF-16 units. */
function lengthOf(text: string): number {
  return [...text].length;
}
