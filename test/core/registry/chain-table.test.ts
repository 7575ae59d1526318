import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { chainTablePath, withChainTable } from '../../../scripts/write-chain-table.ts';
import { knownChains } from '../../../src/core/registry/known-chains.ts';

const page = () => readFile(join(import.meta.dirname, '../../..', chainTablePath), 'utf8');

it('the table of chains matches the registry; after a change of it: npm run build && node dist/scripts/write-chain-table.js', async () => {
  expect(await page()).toBe(withChainTable(await page()));
});

it('has each chain once', async () => {
  const cells = (await page())
    .split('\n')
    .flatMap((line) => /^\|.*\| (`[A-Z].*) \|$/.exec(line)?.[1]?.split(' ') ?? []);
  expect(cells.sort()).toEqual(
    Object.keys(knownChains)
      .map((name) => `\`${name}\``)
      .sort(),
  );
});

it('a text without a place for it is refused', () => {
  expect(() => withChainTable('# Ferryman\n')).toThrow('no markers for the table');
});
