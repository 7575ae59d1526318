import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ARTIFACTS_FOLDER, compileContracts } from '../../scripts/compile-contracts.ts';

describe('contract artifacts', () => {
  it('are what the sources compile to', async () => {
    const compiled = await compileContracts(process.cwd());
    const committed = await readdir(ARTIFACTS_FOLDER);
    expect(committed.sort()).toEqual([...compiled.keys()].sort());
    for (const [fileName, text] of compiled) {
      expect(await readFile(join(ARTIFACTS_FOLDER, fileName), 'utf8'), fileName).toBe(text);
    }
  });
});
