import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addToyFamily, edit, root } from './add-toy-family.ts';

let copy = '';
beforeAll(async () => {
  copy = await addToyFamily();
});
afterAll(() => rm(copy, { recursive: true, force: true }));

describe('a family of its own folder', () => {
  it('compiles with a line in each of the two tables, but for what is missing, which the compiler names', async () => {
    await edit(join(copy, 'src/families/toy/formats/formats.ts'), (text) =>
      text.replace(/ {2}transactionId: .*\n/, ''),
    );
    await edit(join(copy, 'src/families/toy/definition.ts'), (text) =>
      text.replace(/ {2}guard: .*\n/, ''),
    );
    await edit(join(copy, 'src/families/families.ts'), (text) => text.replace(/ {2}ton: .*\n/, ''));
    const faults = await faultsOfTypes();
    const of = (part: string) => faults.filter((line) => line.includes(`'${part}' is missing`));
    expect(of('transactionId')).toHaveLength(1);
    expect(of('guard')).not.toHaveLength(0);
    expect(of('ton')).toHaveLength(1);
    const named = new Set(['transactionId', 'guard', 'ton'].flatMap(of));
    // What reads the table of families is told as well that one of them is not in it.
    const others = faults.filter((line) => !named.has(line) && !line.includes('{ readonly toy: '));
    expect(others).toEqual([]);
  });
});

function faultsOfTypes(): Promise<string[]> {
  const tsc = join(root, 'node_modules/.bin/tsc');
  return new Promise((resolve) => {
    execFile(tsc, ['--noEmit', '-p', copy], { maxBuffer: 10_000_000 }, (_error, out) => {
      resolve(
        out
          .split('\n')
          .filter((line) => line.includes('error TS') && !/(^|\/)sandbox\//.test(line)),
      );
    });
  });
}
