import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SandboxEndpoints } from '../../sandbox/endpoints.ts';
import { fundSandboxWallet } from '../../src/cli/fund-sandbox-wallet.ts';
import {
  filesOf,
  installPackage,
  type Manifest,
  type PackedPackages,
  packPackages,
  repository,
} from '../support/pack-packages.ts';

const execute = promisify(execFile);
const children = new Set<ChildProcess>();
let folder: string;
/** An empty folder into which somebody installs Ferryman. */
let home: string;
let tarballs: PackedPackages;
let ferryman: Manifest;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferryman-packed-'));
  home = join(folder, 'home');
  await mkdir(home);
  tarballs = await packPackages(folder);
  ferryman = await installPackage(home, tarballs.ferryman);
});

afterAll(async () => {
  for (const child of children) {
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
  }
  await rm(folder, { recursive: true, force: true });
});

const environment = { ...process.env, FERRYMAN_KEYSTORE_PASSWORD: 'only for tests' };

/** Runs the installed command to its end. */
async function run(...parameters: string[]) {
  const program = join(home, 'node_modules/ferryman/scripts/ferryman.mjs');
  const child = execute(program, parameters, { cwd: home, env: environment });
  return child.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      stdout,
      stderr,
    }),
  );
}

/** Starts the installed command, and reads the object that it prints when it is up. */
async function start<Announced>(...parameters: string[]): Promise<Announced> {
  const program = join(home, 'node_modules/ferryman/scripts/ferryman.mjs');
  const child = spawn(program, parameters, {
    cwd: home,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  const exited = once(child, 'exit').then(() => children.delete(child));
  let told = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    told += text;
  });
  const line = once(createInterface({ input: child.stdout }), 'line').then(([text]) =>
    String(text),
  );
  const ended = exited.then(() =>
    Promise.reject(new Error(`${parameters.join(' ')} has ended: ${told}`)),
  );
  return JSON.parse(await Promise.race([line, ended])) as Announced;
}

/** The program of a page that names this file in its first line. */
async function programOf(page: string, name: string): Promise<string> {
  const text = await readFile(join(repository, page), 'utf8');
  const found = [...text.matchAll(/```[jt]s\n(\/\/ [^\n]+)\n(.*?)```/gs)].find(
    ([, line]) => line === `// ${name}`,
  );
  if (!found?.[2]) throw new Error(`${page} has no ${name}`);
  return found[2];
}

const newCompiler = join(repository, 'node_modules/.bin/tsc');
const olderCompiler = join(repository, 'client/node_modules/.bin/tsc');

/** Type-checks programs; what is wrong with third parties' declarations is theirs. */
async function compile(
  files: readonly string[],
  { options = {}, compiler = newCompiler }: { options?: object; compiler?: string } = {},
): Promise<string[]> {
  const compilerOptions = {
    strict: true,
    target: 'ES2023',
    module: 'NodeNext',
    types: ['node'],
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    rootDir: '.',
    outDir: 'built',
    ...options,
  };
  await writeFile(join(home, 'package.json'), JSON.stringify({ type: 'module' }));
  await writeFile(join(home, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  await mkdir(join(home, 'node_modules/@types'), { recursive: true });
  await symlink(
    join(repository, 'node_modules/@types/node'),
    join(home, 'node_modules/@types/node'),
  ).catch(() => undefined);
  const said = await execute(compiler, [], { cwd: home }).catch(
    ({ stdout }: { stdout: string }) => ({ stdout }),
  );
  return said.stdout
    .split('\n')
    .filter((line) => /^([\w-]+\.ts|node_modules\/ferryman|error)\b/.test(line));
}

describe('the packed client', () => {
  const programs = ['first-swap', 'refused', 'many-swaps', 'stop-a-chain'];
  let client: Manifest;
  beforeAll(async () => {
    client = await installPackage(home, tarballs.client);
  });

  it('has one program, types and a license, and depends on nothing', async () => {
    const files = await filesOf(tarballs.client);
    const allowed =
      /^(package\.json|README\.md|LICENSE|dist\/index\.js|dist\/(src|generated)\/.*\.d\.ts)$/;
    expect(files.filter((path) => !allowed.test(path))).toEqual([]);
    expect(files).toContain('dist/index.js');
    expect(client).toMatchObject({ version: ferryman.version, sideEffects: false });
    expect(client).not.toHaveProperty('dependencies');
  });

  it.each([
    ['the newest compiler', newCompiler],
    ['an older compiler', olderCompiler],
  ])('compiles the programs of its page with %s', async (_, compiler) => {
    const files = await Promise.all(
      programs.map(async (name) => {
        await writeFile(
          join(home, `${name}.ts`),
          await programOf('client/README.md', `${name}.mjs`),
        );
        return `${name}.ts`;
      }),
    );
    expect(await compile(files, { compiler })).toEqual([]);
  });

  it('compiles for a page without Node, and refuses what the API does not take', async () => {
    const page = `import { createClient } from 'ferryman-client';
      const ferryman = createClient({ url: location.origin });
      document.title = (await ferryman.stops.list()).stops.map(({ subject }) => subject).join();
      const [from, to] = [{ chain: 'ETH', token: 'native' }, { chain: 'ETH', token: 'native' }];
      // @ts-expect-error: an amount is a text
      await ferryman.swaps.create({ wallet: 'a', from, to, receiver: '0x', amount: 0.05 });
      // @ts-expect-error: a call needs the parameters of its path
      await ferryman.call('getSwap');
      // @ts-expect-error: there is no such call
      await ferryman.call('listNothing');
      // @ts-expect-error: there is no such state
      if ((await ferryman.swaps.get('1')).swap.state === 'lost') document.title = '';`;
    await writeFile(join(home, 'page.ts'), page);
    const options = { lib: ['ES2023', 'DOM', 'DOM.Iterable'], types: [] };
    expect(await compile(['page.ts'], { options })).toEqual([]);
  });

  it('is imported by its name', async () => {
    const program = `import { createClient } from 'ferryman-client';
      const answer = async () => Response.json({ stops: [] });
      console.log(await createClient({ url: 'http://localhost', fetch: answer }).stops.list());`;
    await writeFile(join(home, 'imported.mjs'), program);
    const { stdout } = await execute(process.execPath, ['imported.mjs'], { cwd: home });
    expect(stdout).toBe('{ stops: [] }\n');
  });
});

describe('the packed package', () => {
  it('has programs, types and licenses, and nothing of tests', async () => {
    const allowed =
      /^(package\.json|README\.md|LICENSE|scripts\/ferryman\.mjs|dist\/(src|workers)\/.*\.(js|d\.ts)|dist\/third-party-licenses\.txt)$/;
    const files = await filesOf(tarballs.ferryman);
    expect(files.filter((path) => !allowed.test(path))).toEqual([]);
    expect(files).toContain('dist/src/index.d.ts');
    expect(files).toContain('dist/src/cli/main.js');
    expect(files).toContain('dist/workers/execute.js');
    const licenses = await readFile(
      join(home, 'node_modules/ferryman/dist/third-party-licenses.txt'),
      'utf8',
    );
    expect(licenses).toContain('viem');
    expect(licenses).not.toContain('vitest');
  });

  it('depends on no chain engine, and on the sandbox of its version only where somebody installs it', () => {
    const engines = [
      '@foundry-rs/anvil',
      '@ton/sandbox',
      'bcoin',
      'bitcore-lib',
      'ferryman-sandbox',
      'litesvm',
    ];
    expect(
      Object.keys(ferryman.dependencies ?? {}).filter((name) => engines.includes(name)),
    ).toEqual([]);
    expect(ferryman).toMatchObject({
      peerDependencies: { 'ferryman-sandbox': ferryman.version },
      peerDependenciesMeta: { 'ferryman-sandbox': { optional: true } },
    });
  });

  it('answers --version and help', async () => {
    expect(await run('--version')).toMatchObject({ code: 0, stdout: `${ferryman.version}\n` });
    const help = await run('help');
    expect(help.code).toBe(0);
    expect(help.stdout).toContain('ferryman');
  });

  it.each([['demo'], ['sandbox'], ['up', '--port', '0']])(
    '%s says how the sandbox is installed',
    async (...command) => {
      const { code, stderr } = await run(...command);
      expect(code).toBe(1);
      expect(stderr).toContain('SANDBOX_UNAVAILABLE');
      expect(stderr).toContain('`npm install ferryman-sandbox`');
    },
  );

  it('serves and is embedded, by the types that it brings, on the sandbox when that is installed', async () => {
    const sandbox = await installPackage(home, tarballs.sandbox);
    expect(sandbox.version).toBe(ferryman.version);
    const endpoints = await start<SandboxEndpoints>(
      'sandbox',
      '--json',
      '--config',
      'ferryman.config.json',
    );

    const phrase = ['--no-input', '--phrase-file', join(home, 'phrase')];
    const created = await run('wallet', 'create', 'treasury', '--json', ...phrase);
    const { address } = JSON.parse(created.stdout) as { address: string };
    await fundSandboxWallet(endpoints, address);

    const program = await programOf('docs/getting-started.md', 'embed.ts');
    await writeFile(join(home, 'embed.ts'), program);
    expect(await compile(['embed.ts'])).toEqual([]);
    const embedded = await execute(process.execPath, ['built/embed.js'], {
      cwd: home,
      env: environment,
    });
    expect(embedded.stdout.trim().split('\n').at(-1)).toMatch(/ settled$/);

    const { apiUrl } = await start<{ apiUrl: string }>('up', '--json', '--port', '0');
    expect((await fetch(`${apiUrl}/livez`)).status).toBe(200);
  });
});
