import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import type { Fixtures } from './vectors/run/fixtures.ts';
import { failuresOf } from './vectors/run/run-vectors.ts';
import { readVectors, type Vector } from './vectors/run/vector.ts';
import { closeSharedJournal } from './vectors/run/with-world.ts';

const read = (name: string): string =>
  readFileSync(new URL(`vectors/${name}`, import.meta.url), 'utf8');
const fixtures = JSON.parse(read('fixtures.json')) as Fixtures;
const vectors = readVectors(read('vectors.jsonl'));
const rules = new Set(readVectors(read('rules.jsonl')).map(({ id }) => id));
/** Vectors that do not behave as specified, with the reason. */
const known = JSON.parse(read('known-failures.json')) as Record<string, string>;

const bare = (base: string): Vector => ({
  id: base,
  description: 'an honest answer',
  expectedRule: 'ALLOW',
  mutation: { base },
});
const bases = Object.keys(fixtures).filter((name) => name.startsWith('B-'));

afterAll(closeSharedJournal);

describe('the guard vectors', () => {
  it.each(bases)('%s is in order as it is', async (base) => {
    expect(await failuresOf(bare(base), fixtures)).toEqual([]);
  });

  const asSpecified = vectors.filter(({ id }) => !(id in known));
  it.each(asSpecified)('$id: $expectedRule: $description', async (vector) => {
    expect(await failuresOf(vector, fixtures)).toEqual([]);
  });

  it.each(Object.keys(known))('%s is still known to fail: take it off the list', async (id) => {
    const vector = vectors.find((one) => one.id === id) ?? bare(id);
    expect(await failuresOf(vector, fixtures)).not.toEqual([]);
  });

  // Of the project's own, for what the others do not reach: faults, and bounds of each rule.
  const own = [...readVectors(read('own.jsonl')), ...readVectors(read('more.jsonl'))];
  it.each(own)('$id: $expectedRule: $description', async (vector) => {
    expect(await failuresOf(vector, fixtures)).toEqual([]);
  });

  it('are all of them, and name rules that exist', () => {
    expect(vectors).toHaveLength(129);
    const unknown = vectors.filter(
      ({ expectedRule }) => expectedRule !== 'ALLOW' && !rules.has(expectedRule),
    );
    expect(unknown).toEqual([]);
  });
});
