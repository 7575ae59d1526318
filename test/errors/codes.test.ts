import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderErrorTable } from '../../scripts/write-error-table.ts';
import { errorCodes, isErrorCode } from '../../src/errors/codes.ts';

const root = join(import.meta.dirname, '..', '..');

/** The sources, except the table itself. */
async function readSources(folder: string): Promise<{ file: string; text: string }[]> {
  const files = (await readdir(join(root, folder), { recursive: true })).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('codes.ts'),
  );
  return Promise.all(
    files.map(async (file) => ({ file, text: await readFile(join(root, folder, file), 'utf8') })),
  );
}

describe('the error codes', () => {
  it('are all used', async () => {
    const sources = (await readSources('src')).map(({ text }) => text).join('\n');
    const unused = Object.keys(errorCodes).filter((code) => !sources.includes(`'${code}'`));
    expect(unused).toEqual([]);
  });

  it('are the only codes in reasons of swaps', async () => {
    const foreign: string[] = [];
    // What the doctor checks has names of its own.
    const ofDoctor = /^(executor\/doctor\/|examine-setup\.ts)/;
    const sources = (await readSources('src')).filter(({ file }) => !ofDoctor.test(file));
    for (const { file, text } of sources) {
      for (const [, code = ''] of text.matchAll(/\bcode: '([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)'/g)) {
        if (!isErrorCode(code)) foreign.push(`${file}: ${code}`);
      }
    }
    expect(foreign).toEqual([]);
  });

  it.each(Object.entries(errorCodes))(
    '%s has a meaning in full sentences',
    (code, { meaning, status }) => {
      expect(code).toMatch(/^[A-Z]+(_[A-Z]+)*$/);
      expect(meaning).toMatch(/^[A-Z].*\.$/);
      expect(meaning).not.toContain('\n');
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(600);
    },
  );
});

it('docs/errors.md matches the codes; after a change of them: npm run build && node dist/scripts/write-error-table.js', async () => {
  expect(await readFile(join(root, 'docs', 'errors.md'), 'utf8')).toBe(renderErrorTable());
});
