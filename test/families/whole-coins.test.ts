import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const sources = join(import.meta.dirname, '../../src');
const inBaseUnits =
  /\$\{[^}]*\} (?:wei|gwei|sun|satoshis?|lamports?|nanotons?|base units?)\b[^\n]*/g;

it('messages of the families, the guard and the core write whole coins', () => {
  const files = ['families', 'guard', 'core'].flatMap((folder) =>
    readdirSync(join(sources, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(sources, folder, name)),
  );
  expect(files.length).toBeGreaterThan(300);
  expect(
    files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(inBaseUnits)].map(([text]) => `${file}: ${text}`),
    ),
  ).toEqual([]);
});
