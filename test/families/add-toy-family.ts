import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';

/*
 * A family is one folder and a line in each of two tables. The folder of TRON under another name is
 * such a family: nothing else of `src` has to change for it, and what it lacks the compiler names.
 */

export const root = join(import.meta.dirname, '../..');

/** Copies `src` to a new folder and adds the family `toy` there. Gives the folder. */
export async function addToyFamily(): Promise<string> {
  await mkdir(join(root, 'dist'), { recursive: true });
  const copy = await mkdtemp(join(root, 'dist/added-family-'));
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
  await addLine(copy, 'formats', 'formats/formats.ts', 'toyFormats');
  await addLine(copy, 'families', 'definition.ts', 'toyFamily');
  return copy;
}

/** Leaves the names of its library alone. */
function asToy(text: string): string {
  return text
    .replace(/tronweb|TronWeb/g, (name) => [...name].join('\0'))
    .replaceAll('tron', 'toy')
    .replaceAll('Tron', 'Toy')
    .replaceAll('TRON', 'TOY')
    .replaceAll('\0', '');
}

async function addLine(copy: string, table: string, file: string, name: string): Promise<void> {
  await edit(join(copy, `src/families/${table}.ts`), (text) =>
    `import { ${name} } from './toy/${file}';\n${text}`.replace(
      /(\n {2}evm: )/,
      `\n  toy: ${name},$1`,
    ),
  );
}

export async function edit(path: string, change: (text: string) => string): Promise<void> {
  await writeFile(path, change(await readFile(path, 'utf8')));
}
