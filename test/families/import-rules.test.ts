import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

/*
 * The rules of biome.json hold for every folder below src/families, also for one that is new.
 * `npm run check` lints the project itself.
 */

const root = join(import.meta.dirname, '../..');
let folder = '';

/** File, what it imports, and whether it may. */
const imports: readonly [string, string, 'allowed' | 'refused'][] = [
  ['sui/guard/a.ts', '../adapter/prepare.ts', 'refused'],
  ['sui/guard/b.ts', '../../evm/guard/guard.ts', 'refused'],
  ['sui/guard/c.ts', '../formats/address.ts', 'allowed'],
  ['sui/guard/d.ts', '../../../guard/rule.ts', 'allowed'],
  ['sui/guard/rules/e.ts', '../../../evm/guard/guard.ts', 'refused'],
  ['sui/guard/rules/f.ts', '../../../../guard/rule.ts', 'allowed'],
  ['sui/adapter/g.ts', '../guard/guard.ts', 'refused'],
  ['sui/adapter/h.ts', '../../tron/formats/address.ts', 'refused'],
  ['sui/adapter/i.ts', '../../shared/formats/hex.ts', 'allowed'],
  ['sui/adapter/http/j.ts', '../../../tron/formats/address.ts', 'refused'],
  ['sui/adapter/http/k.ts', '../../formats/address.ts', 'allowed'],
  ['sui/formats/l.ts', '../../../core/amounts/amounts.ts', 'refused'],
  ['sui/keys/m.ts', '../adapter/prepare.ts', 'refused'],
  ['sui/router/n.ts', '../guard/guard.ts', 'refused'],
  ['shared/contracts/o.ts', '../../sui/formats/address.ts', 'refused'],
  ['shared/contracts/p.ts', '../formats/hex.ts', 'allowed'],
];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferryman-rules-'));
  await cp(join(root, 'biome.json'), join(folder, 'biome.json'));
  for (const [file, imported] of imports) {
    const path = join(folder, 'src/families', file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, `import { a } from '${imported}';\n\nexport const b = a;\n`);
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('keeps families from one another, and what judges from what builds', async () => {
  const refused = await refusedFiles();
  expect([...refused].sort()).toEqual(
    imports.flatMap(([file, , verdict]) => (verdict === 'refused' ? [file] : [])).sort(),
  );
});

function refusedFiles(): Promise<ReadonlySet<string>> {
  const biome = join(root, 'node_modules/.bin/biome');
  const options = ['lint', '--vcs-enabled=false', '--max-diagnostics=none', '--reporter=github'];
  return new Promise((resolve) => {
    execFile(biome, [...options, 'src'], { cwd: folder }, (_error, out) => {
      const lines = out.split('\n').filter((line) => line.includes('noRestrictedImports'));
      const named = lines.map((line) => /src\/families\/([^,]+),line/.exec(line)?.[1] ?? line);
      resolve(new Set(named));
    });
  });
}
