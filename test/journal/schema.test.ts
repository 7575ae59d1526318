import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { renderSchema, schemaPath } from '../../scripts/write-schema.ts';

const root = join(import.meta.dirname, '..', '..');

it('schema.sql is what the migrations make; after a new one: npm run build && node dist/scripts/write-schema.js', async () => {
  expect(await readFile(join(root, schemaPath), 'utf8')).toBe(await renderSchema());
});
