import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findJsonFault } from '../../src/config/find-json-fault.ts';

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
  expect(findJsonFault(text)).toEqual({ line, column });
  expect(() => JSON.parse(text)).toThrow();
});

it('finds none exactly where the engine finds none', () => {
  const isJson = (text: string): boolean => {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  };
  const characters = fc.constantFrom(...'{}[]:,"\\/ \n019.-+eEtrufalsn'.split(''), 'true', 'null', '"a":', '\u0001');
  const almost = fc.array(characters, { maxLength: 12 }).map((parts) => parts.join(''));
  const broken = fc.tuple(fc.json(), fc.nat(), characters).map(([json, at, inserted]) => {
    const place = at % (json.length + 1);
    return json.slice(0, place) + inserted + json.slice(place);
  });
  fc.assert(
    fc.property(fc.oneof(fc.json(), almost, broken), (text) => {
      expect(findJsonFault(text) === undefined).toBe(isJson(text));
    }),
    { numRuns: 3_000 },
  );
});
