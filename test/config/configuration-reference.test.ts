import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  configurationReferencePath,
  renderConfigurationReference,
} from '../../scripts/write-configuration-reference.ts';
import { settings } from '../../src/config/variables.ts';
import { defaultPolicy } from '../../src/core/decide/policy.ts';

const root = join(import.meta.dirname, '../..');

it('the reference of the configuration is what the schema says; after a change of it: npm run build && node dist/scripts/write-configuration-reference.js', async () => {
  const written = await readFile(join(root, configurationReferencePath), 'utf8');
  expect(written).toBe(await renderConfigurationReference());
});

it('says of each setting what it does, and has each variable and each member of the policy', async () => {
  const rows = (await renderConfigurationReference())
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  for (const row of rows) expect(row).toMatch(/ [A-Z`][^|]*\. \|$/);
  const text = rows.join('\n');
  for (const { variable, flag = '' } of settings) expect(text).toContain(`\`${flag || variable}\``);
  for (const [name, value] of Object.entries(defaultPolicy))
    expect(text).toMatch(new RegExp(`\`${name}\`.*\`${value}\``));
});
