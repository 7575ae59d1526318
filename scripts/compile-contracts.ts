import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Folders of the sources and the artifacts, from the repository's root. */
export const CONTRACTS_FOLDER = 'sandbox/evm/contracts';
export const ARTIFACTS_FOLDER = 'sandbox/evm/artifacts';

interface CompiledContract {
  readonly abi: readonly unknown[];
  readonly evm: {
    readonly bytecode: { readonly object: string };
    readonly deployedBytecode: { readonly object: string };
  };
}

interface CompilerOutput {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[];
  readonly contracts?: Readonly<Record<string, Readonly<Record<string, CompiledContract>>>>;
}

/** The npm package `solc`, which ships no types. */
interface Compiler {
  compile(input: string): string;
}

/**
 * Compiles every contract of the sandbox.
 * @param root the repository's root
 * @returns the text of one TypeScript module for each deployable contract, by file name
 * @throws when the compiler reports an error or a warning
 */
export async function compileContracts(root: string): Promise<Map<string, string>> {
  const output = compile(await readSources(join(root, CONTRACTS_FOLDER)));
  if (output.errors !== undefined && output.errors.length > 0) {
    throw new Error(output.errors.map((error) => error.formattedMessage).join('\n'));
  }
  const modules = new Map<string, string>();
  for (const contracts of Object.values(output.contracts ?? {})) {
    for (const [name, contract] of Object.entries(contracts)) {
      // Interfaces, abstract contracts and libraries of internal functions have nothing to deploy
      // or call.
      if (contract.evm.bytecode.object === '' || contract.abi.every((item) => !isFunction(item)))
        continue;
      modules.set(`${name}.ts`, renderModule(name, contract));
    }
  }
  return modules;
}

async function readSources(folder: string): Promise<Record<string, { content: string }>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sol')).sort();
  const entries = names.map(
    async (name) => [name, { content: await readFile(join(folder, name), 'utf8') }] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}

function compile(sources: Record<string, { content: string }>): CompilerOutput {
  const compiler = createRequire(import.meta.url)('solc') as Compiler;
  const input = {
    language: 'Solidity',
    sources,
    settings: {
      evmVersion: 'paris',
      optimizer: { enabled: true, runs: 200 },
      // Without the metadata hash the bytecode depends on the code alone, not on comments or paths.
      metadata: { appendCBOR: false, bytecodeHash: 'none' },
      outputSelection: {
        '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] },
      },
    },
  };
  return JSON.parse(compiler.compile(JSON.stringify(input))) as CompilerOutput;
}

function isFunction(item: unknown): boolean {
  return typeof item === 'object' && item !== null && 'type' in item && item.type === 'function';
}

function renderModule(name: string, contract: CompiledContract): string {
  return [
    `// Made from ${CONTRACTS_FOLDER}/${name}.sol by scripts/compile-contracts.ts. Do not edit.`,
    `export const ${name} = {`,
    '  abi: [',
    ...contract.abi.map((item) => `    ${JSON.stringify(item)},`),
    '  ],',
    `  bytecode: '0x${contract.evm.bytecode.object}',`,
    `  deployedBytecode: '0x${contract.evm.deployedBytecode.object}',`,
    '} as const;',
    '',
  ].join('\n');
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const root = process.cwd();
  await mkdir(join(root, ARTIFACTS_FOLDER), { recursive: true });
  for (const [fileName, text] of await compileContracts(root)) {
    await writeFile(join(root, ARTIFACTS_FOLDER, fileName), text);
    process.stdout.write(`${ARTIFACTS_FOLDER}/${fileName}\n`);
  }
}
