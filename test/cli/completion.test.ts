import { execFile } from 'node:child_process';
import { access, chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type AnsweringServer, json, startAnsweringServer } from '../support/answering-server.ts';
import { cliProgram } from '../support/cli-process.ts';
import { hangSignal } from '../support/hang-limit.ts';
import { openTerminal, type Terminal } from '../support/terminal.ts';
import { waitFor } from '../support/wait-for.ts';
import { ferryman } from './io-for-test.ts';

const wallet = (name: string) => ({ name, family: 'evm', address: '0x0' });

let folder = '';
let api: AnsweringServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferryman-completion-'));
  api = await startAnsweringServer(
    json({ wallets: [wallet('main'), wallet('maintenance'), wallet('x$(touch y)')] }),
  );
  // Runs what completes; what else is called only says how it was called.
  const program = `#!/bin/sh
case $1 in complete | completion) exec '${process.execPath}' '${cliProgram}' "$@" ;; esac
printf 'RAN'; printf '[%s]' "$@"; printf '\\n'
`;
  await writeFile(join(folder, 'ferryman'), program);
  await chmod(join(folder, 'ferryman'), 0o755);
  await writeFile(join(folder, 'authority.pem'), '');
});
afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true, force: true });
});

const complete = async (...words: string[]): Promise<string[]> => {
  const environment = { XDG_CONFIG_HOME: folder, FERRYMAN_API_URL: api.url };
  const { stdout, stderr, code } = await ferryman(['complete', '--', ...words], {
    folder,
    environment,
  });
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  return stdout.split('\n').map((line) => line.split('\t')[0] ?? '');
};

describe('ferryman complete', () => {
  it('knows commands, options and values', async () => {
    expect(await complete('wor')).toEqual(['worker']);
    expect(await complete('completion', '')).toEqual(['bash', 'zsh', 'fish']);
    expect(await complete('swap', 'ac')).toEqual(['acknowledge']);
    expect(await complete('swap', 'list', '--sta')).toEqual(['--state']);
    expect(await complete('swap', 'list', '--state', 'refunded,fai')).toEqual(['refunded,failed']);
    expect(await complete('swap', 'list', '--state=fai')).toEqual(['--state=failed']);
    expect(await complete('stop', 'chain', 'POLYGON_')).toEqual(['POLYGON_ZKEVM']);
    expect(await complete('swap', 'create', '--to', 'POLYGON:')).toEqual(['POLYGON:native']);
    expect(await complete('swap', 'list', '--json', '--js')).toEqual(['']);
    expect(await complete('profile', 'set', 'x', '--ca-file', '')).toEqual([':files']);
  });

  it('asks the service for names, and drops what a shell could misread', async () => {
    // A service that is slow to answer is not waited for.
    await waitFor(async () =>
      expect(await complete('stop', 'wallet', '')).toEqual(['main', 'maintenance']),
    );
  });

  it('is silent where nothing answers', async () => {
    expect(await complete('swap', 'get', '--api-url', 'http://127.0.0.1:9', '')).toEqual(['']);
    expect(await complete('nothing', 'here', '')).toEqual(['']);
  });
});

const readsLines = new RegExp(`${String.fromCharCode(27)}\\[\\?2004h`);

it('completes in fish, and evaluates nothing that is typed', async () => {
  // What Tab would ask; fish itself tells it without a terminal.
  const script = `
    ferryman completion fish | source
    for line in 'ferryman swap li' 'ferryman swap list --state settled,fai' 'ferryman stop all --reason "$(touch evaluated)" --js' 'ferryman profile set x --ca-file autho'
      complete -C $line
    end`;
  const { stdout } = await promisify(execFile)('fish', ['--no-config', '-c', script], {
    cwd: folder,
    env: inFolder(),
    signal: hangSignal(),
  });
  const found = stdout
    .trim()
    .split('\n')
    .map((line) => line.split('\t')[0]);
  expect(found).toEqual(['list', 'settled,failed', '--json', 'authority.pem']);
  await expect(access(join(folder, 'evaluated'))).rejects.toThrow('ENOENT');
});

it('completes in zsh, and evaluates nothing that is typed', async () => {
  const terminal = openTerminal('exec zsh -f -i', { cwd: folder, env: inFolder() });
  try {
    await terminal.shows(readsLines);
    terminal.type(
      `autoload -Uz compinit; compinit -u -D; source <(ferryman completion zsh); echo PREP''ARED\n`,
    );
    await terminal.shows(/PREPARED/);
    /** Zsh takes a tab for text where more is typed right behind it. A bell may come at a tab. */
    const complete = async (typed: string, added: string): Promise<void> => {
      terminal.type(`${typed}\t`);
      await terminal.shows(new RegExp(`${typed.slice(-2)}\\W?${added}`));
    };
    await terminal.shows(readsLines);
    await complete('ferryman swap li', 'st');
    await complete('--state settled,fai', 'led');
    terminal.type('\n');
    await terminal.shows(/RAN\[swap\]\[list\]\[--state\]\[settled,failed\]/);
    await terminal.shows(readsLines);
    await complete('ferryman profile set x --ca-file autho', 'rity.pem');
    terminal.type('\n');
    await terminal.shows(/RAN\[profile\]\[set\]\[x\]\[--ca-file\]\[authority.pem\]/);
    await terminal.shows(readsLines);
    await complete('ferryman stop all --reason "$(touch evaluated)" --js', 'on');
    await expect(access(join(folder, 'evaluated'))).rejects.toThrow('ENOENT');
  } finally {
    await terminal.close();
  }
});

/** So that shells find the command and the service. */
const inFolder = () => ({
  PATH: `${folder}:${process.env.PATH}`,
  HOME: folder,
  FERRYMAN_API_URL: api.url,
});

describe('in bash', () => {
  let terminal: Terminal;
  afterEach(() => terminal?.close());

  it('completes, and evaluates nothing that is typed', async () => {
    terminal = openTerminal('exec bash --norc --noprofile -i', { cwd: folder, env: inFolder() });
    // Once it reads a line, it asks the terminal to mark what is pasted.
    await terminal.shows(readsLines);
    // What is typed is shown too, so it must look otherwise.
    terminal.type(`source <(ferryman completion bash); echo PREP''ARED\n`);
    await terminal.shows(/PREPARED/);
    const answered = async (typed: string): Promise<string> => {
      await terminal.shows(readsLines);
      terminal.type(`${typed}\n`);
      const shown = await terminal.shows(/RAN\S*\r?\n/);
      return /RAN\S*/.exec(shown)?.[0] ?? '';
    };
    expect(await answered('ferryman swap li\t--state settled,fai\t')).toBe(
      'RAN[swap][list][--state][settled,failed]',
    );
    expect(await answered('ferryman swap create --from POLYGON:nat\t--wal\tmain')).toBe(
      'RAN[swap][create][--from][POLYGON:native][--wallet][main]',
    );
    expect(await answered('ferryman profile set x --ca-file autho\t')).toBe(
      'RAN[profile][set][x][--ca-file][authority.pem]',
    );
    await terminal.shows(readsLines);
    // Made a comment before it is entered, since the shell would evaluate it then.
    terminal.type('ferryman stop all --reason "$(touch evaluated)" --js\t\u0001#\n');
    await terminal.shows(/--json/);
    await expect(access(join(folder, 'evaluated'))).rejects.toThrow('ENOENT');
  });
});
