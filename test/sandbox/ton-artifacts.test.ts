import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compileTonContracts, TON_ARTIFACTS_FOLDER } from '../../scripts/compile-ton-contracts.ts';

describe('artifacts of contracts of TON', () => {
  it('are what the sources compile to', async () => {
    const compiled = await compileTonContracts(process.cwd());
    const committed = await readdir(TON_ARTIFACTS_FOLDER);
    expect(committed.sort()).toEqual([...compiled.keys()].sort());
    for (const [fileName, text] of compiled) {
      expect(await readFile(join(TON_ARTIFACTS_FOLDER, fileName), 'utf8'), fileName).toBe(text);
    }
  });
});
