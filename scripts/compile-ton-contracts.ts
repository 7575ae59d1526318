import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Folders of the sources and the artifacts, from the repository's root. */
const CONTRACTS_FOLDER = 'sandbox/ton/contracts';
export const TON_ARTIFACTS_FOLDER = 'sandbox/ton/artifacts';

/** Included files have no code of their own. */
const INCLUDED = ['jetton.fc'];

type CompilerResult =
  | { readonly status: 'ok'; readonly codeBoc: string; readonly warnings?: string }
  | { readonly status: 'error'; readonly message: string };

/** The npm package `@ton-community/func-js`, which comes with the engine. */
interface Compiler {
  compileFunc(config: {
    readonly targets: readonly string[];
    readonly sources: Readonly<Record<string, string>>;
  }): Promise<CompilerResult>;
}

/**
 * Compiles every contract of the sandbox's TON.
 * @param root the repository's root
 * @returns the text of one TypeScript module for each contract, by file name
 * @throws when the compiler reports an error or a warning
 */
export async function compileTonContracts(root: string): Promise<Map<string, string>> {
  const folder = join(root, CONTRACTS_FOLDER);
  const names = (await readdir(folder)).sort();
  const texts = names.map(
    async (name) => [name, await readFile(join(folder, name), 'utf8')] as const,
  );
  const sources = Object.fromEntries(await Promise.all(texts));
  const compiler = createRequire(import.meta.url)('@ton-community/func-js') as Compiler;
  const modules = new Map<string, string>();
  for (const name of names.filter((one) => !INCLUDED.includes(one))) {
    const result = await compiler.compileFunc({ targets: [name], sources });
    if (result.status === 'error') throw new Error(result.message);
    if (result.warnings) throw new Error(result.warnings);
    modules.set(name.replace(/\.fc$/, '.ts'), renderModule(name, result.codeBoc));
  }
  return modules;
}

function renderModule(name: string, code: string): string {
  const constant = `${name.replace(/\.fc$/, '').replace('-', '_').toUpperCase()}_CODE`;
  return [
    `// Made from ${CONTRACTS_FOLDER}/${name} by scripts/compile-ton-contracts.ts. Do not edit.`,
    `export const ${constant} =`,
    `  '${code}';`,
    '',
  ].join('\n');
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const root = process.cwd();
  await mkdir(join(root, TON_ARTIFACTS_FOLDER), { recursive: true });
  for (const [fileName, text] of await compileTonContracts(root)) {
    await writeFile(join(root, TON_ARTIFACTS_FOLDER, fileName), text);
    process.stdout.write(`${TON_ARTIFACTS_FOLDER}/${fileName}\n`);
  }
}
