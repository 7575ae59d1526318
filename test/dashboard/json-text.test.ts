import { describe, expect, it } from 'vitest';
import { placeFault, readJsonText } from '../../dashboard/src/pages/treasury/rules/json-text.ts';

const rule = `{
  "id": "weekly",
  "from": { "chain": "ETH" },
  "assets": [
    { "token": "USDC" },
    { "token": "native", "a/b": 1 }
  ]
}`;

/** What would be selected. */
const selected = (pointer: string): string => {
  const { from, to } = placeFault(rule, pointer, 'is wrong');
  return rule.slice(from, to);
};

describe('the place of a fault', () => {
  it.each([
    ['/id', 2, '"id": "weekly"'],
    ['/from/chain', 3, '"chain": "ETH"'],
    ['/assets/1/token', 6, '"token": "native"'],
    ['/assets/1/a~1b', 6, '"a/b": 1'],
  ])('of %s is the member with its name', (pointer, line, text) => {
    expect(placeFault(rule, pointer, 'is wrong')).toMatchObject({
      line,
      message: `${pointer} is wrong`,
    });
    expect(selected(pointer)).toBe(text);
  });

  it('of a missing member is where the value begins that lacks it', () => {
    expect(placeFault(rule, '/from/token', 'is missing').line).toBe(3);
    expect(placeFault(rule, '/assets/0/chain', 'is missing').line).toBe(5);
    expect(placeFault(rule, '/assets/7/chain', 'is missing').line).toBe(4);
    expect(placeFault(rule, '/wallet', 'is missing').line).toBe(1);
    expect(placeFault(rule, '', 'is none').message).toBe('is none');
  });
});

describe('a text', () => {
  it('is read as JSON', () => {
    expect(readJsonText(rule)).toEqual({ kind: 'value', value: JSON.parse(rule) });
  });

  it.each([
    ['a comma that is missing', '{\n"a": 1\n"b": 2\n}', [3]],
    ['a comma that is too much', '{\n"a": 1,\n}', [3]],
    ['a comment', '{\n"a": 1 // one\n}', [2]],
    ['an end that is missing', '{\n"a": [1', [2]],
    ['a name that stands twice', '{\n"a": 1,\n"b": 2,\n"a": 3\n}', [4]],
    ['nothing', '', [1]],
  ])('with %s has its faults at their lines', (_, text, lines) => {
    const read = readJsonText(text);
    const found = read.kind === 'faults' ? read.faults.map(({ line }) => line) : [];
    expect([...new Set(found)]).toEqual(lines);
  });
});
