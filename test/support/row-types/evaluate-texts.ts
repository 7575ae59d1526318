import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { folderOf } from './find-calls.ts';
import { root } from './open-checker.ts';
import type { TextSource } from './texts-of.ts';

const entry = 'statement-texts';
const exported = 'textsOfStatements';

type Evaluated = Readonly<Record<string, readonly (() => string | readonly string[])[]>>;

/**
 * Evaluates expressions where they stand: in copies of their files that export them. Returns the
 * texts of each, in the order of `sources`.
 */
export async function evaluateTexts(sources: readonly TextSource[]): Promise<string[][]> {
  const byFile = new Map<string, TextSource[]>();
  for (const source of sources)
    byFile.set(source.file, [...(byFile.get(source.file) ?? []), source]);
  const bundle = await rolldown({
    cwd: root,
    input: entry,
    platform: 'node',
    // Packages are loaded as they are.
    external: (id) => id !== entry && !id.startsWith('.') && !id.startsWith('/'),
    plugins: [
      {
        name: entry,
        resolveId: (id) => (id === entry ? id : null),
        load: (id) =>
          id === entry ? { code: entryOf([...byFile.keys()]), moduleType: 'js' } : null,
        transform(code, id) {
          const own = byFile.get(folderOf(id));
          if (!own) return null;
          const members = own.map(({ expression }) => `() => (${expression}\n)`);
          return { code: `${code}\nexport const ${exported} = [${members.join(',\n')}];\n` };
        },
      },
    ],
    logLevel: 'warn',
  });
  await mkdir(join(root, 'dist'), { recursive: true });
  // Within the project, so that its packages are found.
  const folder = await mkdtemp(join(root, 'dist', 'statements-'));
  try {
    await bundle.write({ dir: folder, entryFileNames: 'texts.mjs' });
    const { texts } = (await import(pathToFileURL(join(folder, 'texts.mjs')).href)) as {
      texts: Evaluated;
    };
    const next = new Map<string, number>();
    return sources.map(({ file }) => {
      const index = next.get(file) ?? 0;
      next.set(file, index + 1);
      const text = texts[file]?.[index]?.();
      return typeof text === 'string' ? [text] : [...(text ?? [])];
    });
  } finally {
    await bundle.close();
    await rm(folder, { recursive: true });
  }
}

function entryOf(files: readonly string[]): string {
  const imports = files.map(
    (file, at) => `import { ${exported} as of${at} } from ${JSON.stringify(join(root, file))};`,
  );
  const members = files.map((file, at) => `${JSON.stringify(file)}: of${at}`);
  return `${imports.join('\n')}\nexport const texts = { ${members.join(', ')} };\n`;
}
