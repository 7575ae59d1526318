import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { root } from './root.mjs';

/** A relative module specifier in a declaration file. */
const module = /(from |import\()(['"])(\.{1,2}\/[^'"]+)\.ts\2/g;

/**
 * Writes the types of a package: its entry and everything that it refers to. The compiler would
 * write those of all files, three times as much.
 */
export async function writeDeclarations({ project, entry, output }) {
  const folder = await mkdtemp(join(tmpdir(), 'ferryman-types-'));
  try {
    const compiler = join(root, 'node_modules/.bin/tsc');
    const { stdout } = spawnSync(compiler, ['-p', project, '--outDir', folder], {
      cwd: root,
      encoding: 'utf8',
    });
    const wanted = new Map();
    await collect(join(folder, entry), wanted);
    const written = [...wanted].map(([file, text]) => ({ path: relative(folder, file), text }));
    // `npm run check` checks the types. Only errors of declarations matter here.
    const sources = written.map(({ path }) =>
      join(dirname(project), path.replace(/\.d\.ts$/, '.ts')),
    );
    const faults = stdout
      .split('\n')
      .filter((line) => sources.some((source) => line.startsWith(`${source}(`)));
    if (faults.length > 0) throw new Error(`The types are incomplete:\n${faults.join('\n')}`);
    for (const { path, text } of written) {
      const target = join(root, output, path);
      await mkdir(dirname(target), { recursive: true });
      // A package contains no `.ts` files, and older compilers do not look for the declaration
      // instead.
      await writeFile(target, text.replace(module, '$1$2$3.js$2'));
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function collect(file, found) {
  if (found.has(file)) return;
  const text = await readFile(file, 'utf8');
  found.set(file, text);
  for (const [, , , path] of text.matchAll(module))
    await collect(`${join(dirname(file), path)}.d.ts`, found);
}
