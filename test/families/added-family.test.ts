import { execFile } from 'node:child_process';
import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/*
 * A family is one folder and a line in each of two tables. The folder of TRON under another name is
 * such a family: nothing else of `src` has to change for it, and what it lacks the compiler names.
 */

const root = join(import.meta.dirname, '../..');
let copy = '';

beforeAll(async () => {
  await mkdir(join(root, 'dist'), { recursive: true });
  copy = await mkdtemp(join(root, 'dist/added-family-'));
  await cp(join(root, 'src'), join(copy, 'src'), { recursive: true });
  for (const folder of ['sandbox', 'client']) await symlink(join(root, folder), join(copy, folder));
  await symlink(join(root, 'package.json'), join(copy, 'package.json'));
  await writeFile(
    join(copy, 'tsconfig.json'),
    JSON.stringify({
      extends: '../../tsconfig.json',
      // What is taken out below leaves imports behind.
      compilerOptions: { noUnusedLocals: false },
      include: ['src'],
      exclude: [],
    }),
  );
  const folder = join(copy, 'src/families/toy');
  await cp(join(copy, 'src/families/tron'), folder, { recursive: true });
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile()) continue;
    await edit(path, asToy);
    if (asToy(entry.name) !== entry.name)
      await rename(path, join(entry.parentPath, asToy(entry.name)));
  }
  await addLine('formats', 'formats/formats.ts', 'toyFormats');
  await addLine('families', 'definition.ts', 'toyFamily');
});

afterAll(() => rm(copy, { recursive: true, force: true }));

describe('a family of its own folder', () => {
  it('is known by its formats, and judged by its guard', async () => {
    const { formatsOf, chainRegistry } = await import(join(copy, 'src/core/swap/chains.ts'));
    expect(formatsOf('toy').payeeFault('nobody', chainRegistry.TOY)).toBe('none of TOY');
    const { createGuard } = await import(join(copy, 'src/guard/create-guard.ts'));
    const unsigned = {
      family: 'toy',
      chain: 'TOY',
      account: '',
      bytes: '0x00',
      fee: { family: 'toy' },
    };
    expect(
      createGuard().judge({ unsigned, simulation: {}, intent: { kind: 'swap' } }),
    ).toMatchObject({
      kind: 'reject',
      findings: [{ rule: 'T02' }],
    });
  });

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

/** Leaves the names of its library alone. */
function asToy(text: string): string {
  return text
    .replace(/tronweb|TronWeb/g, (name) => [...name].join('\0'))
    .replaceAll('tron', 'toy')
    .replaceAll('Tron', 'Toy')
    .replaceAll('TRON', 'TOY')
    .replaceAll('\0', '');
}

async function addLine(table: string, file: string, name: string): Promise<void> {
  await edit(join(copy, `src/families/${table}.ts`), (text) =>
    `import { ${name} } from './toy/${file}';\n${text}`.replace(
      /(\n {2}evm: )/,
      `\n  toy: ${name},$1`,
    ),
  );
}

async function edit(path: string, change: (text: string) => string): Promise<void> {
  await writeFile(path, change(await readFile(path, 'utf8')));
}

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
