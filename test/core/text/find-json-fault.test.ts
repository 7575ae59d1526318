import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findJsonFault } from '../../../src/core/text/find-json-fault.ts';

it.each<[string, number, number]>([
  ['', 1, 1],
  ['{', 1, 2],
  ['{"a": 1,}', 1, 9],
  ["{'a': 1}", 1, 2],
  ['{\n  "a": 1\n  "b": 2\n}', 3, 3],
  ['{\n  "a": [1, 2,\n  // none\n  3]\n}', 3, 3],
  ['{"a": "two\nlines"}', 1, 7],
  ['{"a": "\\x"}', 1, 7],
  ['{"a": 01}', 1, 8],
  ['{"a": truth}', 1, 7],
  ['{"a": .5}', 1, 7],
  ['{} {}', 1, 4],
])('finds where %j stops being JSON', (text, line, column) => {
  expect(findJsonFault(text)).toEqual({ kind: 'syntax', line, column });
  expect(() => JSON.parse(text)).toThrow();
});

it('finds no fault of syntax exactly where the engine finds none', () => {
  const isJson = (text: string): boolean => {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  };
  const characters = fc.constantFrom(
    ...'{}[]:,"\\/ \n019.-+eEtrufalsn'.split(''),
    'true',
    'null',
    '"a":',
    '\u0001',
  );
  const almost = fc.array(characters, { maxLength: 12 }).map((parts) => parts.join(''));
  const broken = fc.tuple(fc.json(), fc.nat(), characters).map(([json, at, inserted]) => {
    const place = at % (json.length + 1);
    return json.slice(0, place) + inserted + json.slice(place);
  });
  fc.assert(
    fc.property(fc.oneof(fc.json(), almost, broken), (text) => {
      const fault = findJsonFault(text);
      // The rest of an ambiguous text is not parsed.
      if (fault === undefined || fault.kind === 'syntax')
        expect(fault === undefined).toBe(isJson(text));
    }),
    { numRuns: 3_000 },
  );
});

it.each([
  [
    '{"a": 1,\n "a": 2}',
    { kind: 'duplicate-member', line: 2, column: 2, pointer: '/a', message: 'occurs twice' },
  ],
  [
    '{"a": 1, "\\u0061": 2',
    { kind: 'duplicate-member', line: 1, column: 10, pointer: '/a', message: 'occurs twice' },
  ],
  [
    '[{"~/": {"b": 1, "b": 1}}]',
    {
      kind: 'duplicate-member',
      line: 1,
      column: 18,
      pointer: '/0/~0~1/b',
      message: 'occurs twice',
    },
  ],
  [
    '{"\\u005f_proto__": 1}',
    {
      kind: 'forbidden-member',
      line: 1,
      column: 2,
      pointer: '/__proto__',
      message: 'has a name that is not allowed',
    },
  ],
  [
    '['.repeat(40),
    {
      kind: 'too-deep',
      line: 1,
      column: 18,
      pointer: '/0'.repeat(16),
      message: 'is more than 16 levels deep',
    },
  ],
])('finds that %s is ambiguous', (text, fault) => {
  expect(findJsonFault(text)).toEqual(fault);
});

it('finds no fault in equal names in different objects, in equal values, or in names inside of texts', () => {
  const text =
    '{"a": {"a": "a"}, "b": [{"a": 1}, {"a": 1}], "c": "\\"a\\": 1, \\"a\\": 2", "d": ["x", "x"]}';
  expect(findJsonFault(text)).toBeUndefined();
});

it('finds a member twice wherever it is', () => {
  const name = fc.oneof(fc.string(), fc.constantFrom('a', '"', '\\', '{', ':'));
  fc.assert(
    fc.property(
      fc.uniqueArray(name, { minLength: 1, maxLength: 5 }),
      fc.nat(),
      fc.json({ maxDepth: 2 }),
      (names, at, value) => {
        fc.pre(
          !names.includes('__proto__') &&
            !value.includes('__proto__') &&
            findJsonFault(value) === undefined,
        );
        const again = names[at % names.length] ?? '';
        const members = [...names, again].map((member) => `${JSON.stringify(member)}: ${value}`);
        expect(findJsonFault(`[0, {${members.join(', ')}}]`)).toMatchObject({
          kind: 'duplicate-member',
        });
      },
    ),
  );
});
