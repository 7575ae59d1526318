import { readFileSync } from 'node:fs';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { Fixtures } from '../vectors/run/fixtures.ts';
import { failuresOf } from '../vectors/run/run-vectors.ts';
import { readVectors } from '../vectors/run/vector.ts';
import { closeSharedJournal } from '../vectors/run/with-world.ts';
import { checks } from './checks.ts';

/*
 * `npm run check:guard`. Breaks each check that stands before or beside the families' rules, and
 * requires that a vector of its rule fails.
 */

declare global {
  var brokenCheck: string | undefined;
}

const read = (name: string): string =>
  readFileSync(new URL(`../vectors/${name}`, import.meta.url), 'utf8');
const fixtures = JSON.parse(read('fixtures.json')) as Fixtures;
const known = JSON.parse(read('known-failures.json')) as Record<string, string>;
const vectors = [...readVectors(read('vectors.jsonl')), ...readVectors(read('own.jsonl'))].filter(
  ({ id }) => !(id in known),
);

afterAll(closeSharedJournal);

afterEach(() => {
  globalThis.brokenCheck = undefined;
});

describe('every check is needed', () => {
  it.each(checks)('$name', async ({ name }) => {
    const ofRule = vectors.filter(({ expectedRule }) => name.startsWith(`${expectedRule} `));
    for (const vector of ofRule) {
      globalThis.brokenCheck = name;
      const broken = await failuresOf(vector, fixtures);
      globalThis.brokenCheck = undefined;
      if (broken.length > 0) {
        expect(await failuresOf(vector, fixtures), `${vector.id}, unbroken`).toEqual([]);
        return;
      }
    }
    expect.fail('it can be broken, and no vector notices');
  });
});
