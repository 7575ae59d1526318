import { describe, expect, it } from 'vitest';
import { labelled } from '../../src/cli/labelled.ts';
import { layoutOf, widthOf } from '../../src/cli/layout.ts';
import { type Column, renderTable } from '../../src/cli/render-table.ts';
import { showAge } from '../../src/cli/show-time.ts';

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const columns: readonly Column[] = [
  { title: 'wallet' },
  { title: 'amount', align: 'right' },
  { title: 'address' },
  { title: 'note', optional: true },
];
const rows = [
  ['treasury', '12.5', address, 'the one that pays'],
  ['ops', '1000', '', ''],
];
const widest = (text: string): number =>
  Math.max(...text.split('\n').map((line) => [...line].length));

describe('a table', () => {
  it('shows all where there is room, with numbers aligned to the right', () => {
    expect(renderTable(columns, rows, { width: 100, wide: false }).split('\n')).toEqual([
      `wallet    amount  address${' '.repeat(address.length - 7)}  note`,
      `────────  ──────  ${'─'.repeat(42)}  ${'─'.repeat(17)}`,
      `treasury    12.5  ${address}  the one that pays`,
      'ops         1000',
    ]);
  });

  it('writes out what would move a terminal’s cursor, colour or hide, and keeps a cell in its row', () => {
    const forged = 'ops\u001b[8m\nmallory\u202e\u{e0001}';
    const table = renderTable([{ title: 'name' }], [{ cells: [forged], below: 'a\u009bb' }], {
      ...{ width: 80, wide: false },
    });
    const written = String.raw`ops\u001b[8m\nmallory\u202e\udb40\udc01`;
    expect(table.split('\n').map((line) => line.trim())).toEqual([
      'name',
      '─'.repeat(written.length),
      written,
      String.raw`a\u009bb`,
    ]);
    expect(labelled([['name', forged]], 80)).toBe(
      [String.raw`name     ops\u001b[8m`, String.raw`         mallory\u202e\udb40\udc01`].join(
        '\n',
      ),
    );
  });

  it('leaves out optional columns before it breaks lines, unless all is wanted', () => {
    const table = renderTable(columns, rows, { width: 78, wide: false });
    expect(widest(table)).toBeLessThanOrEqual(78);
    expect(table).not.toContain('note');
    expect(renderTable(columns, rows, { width: 40, wide: true })).toContain('the one that pays');
  });

  it('breaks texts at blanks, never an address', () => {
    const text = 'somebody has to look at this before the end of the week';
    const table = renderTable([{ title: 'account' }, { title: 'reason' }], [[address, text]], {
      width: 70,
      wide: false,
    });
    expect(widest(table)).toBeLessThanOrEqual(70);
    expect(table).toContain(address);
    const said = table.split('\n').slice(2).join(' ').replace(address, '').trim();
    expect(said.split(/\s+/).join(' ')).toBe(text);
    expect(table.split('\n').length).toBeGreaterThan(3);
  });

  it('writes one line per cell where not even the longest words fit', () => {
    const table = renderTable(columns, rows, { width: 50, wide: false });
    expect(table.split('\n')).toEqual([
      'wallet   treasury',
      'amount   12.5',
      `address  ${address}`,
      '',
      'wallet   ops',
      'amount   1000',
    ]);
  });

  it('puts what more there is to say below a row', () => {
    const below = 'NO_ROUTE: no provider has a route';
    const table = renderTable(columns.slice(0, 2), [{ cells: ['ops', '1'], below }], {
      width: 80,
      wide: false,
    });
    expect(table.split('\n').at(-1)).toBe(`        ${below}`);
  });
});

it.each([
  [{ columns: 120, environment: { COLUMNS: '90' } }, 120],
  [{ columns: undefined, environment: { COLUMNS: '90' } }, 90],
  [{ columns: undefined, environment: {} }, 80],
  [{ columns: undefined, environment: { COLUMNS: 'many' } }, 80],
  [{ columns: 10, environment: {} }, 40],
])('takes the width of the terminal, of COLUMNS, or 80: %j', (io, width) => {
  expect(widthOf(io)).toBe(width);
  expect(layoutOf(io as Parameters<typeof layoutOf>[0])).toEqual({ width, wide: false });
});

it('breaks labelled texts below their beginning, and keeps a command on one line', () => {
  const text =
    'money arrived after the end: once you have seen to that, run: ferryman swap acknowledge 7564ed25 --note TEXT';
  expect(labelled([['to do', text]], 60).split('\n')).toEqual([
    'to do    money arrived after the end: once you have seen to',
    '         that, run:',
    '         ferryman swap acknowledge 7564ed25 --note TEXT',
  ]);
  expect(labelled([['memo', 'one two three', 'whole']], 12)).toBe('memo     one two three');
});

it.each([
  [0, '0s'],
  [59_999, '59s'],
  [60_000, '1m'],
  [3 * 3_600_000, '3h'],
  [50 * 3_600_000, '2d'],
])('shows %i ms as %s', (milliseconds, shown) => {
  expect(showAge(milliseconds)).toBe(shown);
});
