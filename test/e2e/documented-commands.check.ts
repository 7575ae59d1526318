import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CliProcess, startCli } from '../support/cli-process.ts';
import { documentedSnippets, inlineCommands } from '../support/documented-commands.ts';
import { waitFor } from '../support/wait-for.ts';

const root = join(import.meta.dirname, '../..');

/** What is not run as it stands, and why. All other commands have to end with 0. */
const notRun: readonly [RegExp, reason: string][] = [
  [/^npm ci && npm run demo$/, 'test/e2e/demo.check.ts runs the demo'],
  [/^npm ci && npm test$/, 'it is the suite'],
  [/^(npm ci && )?npm run pack$/, 'test/package/packed.check.ts packs, in a folder of its own'],
  [/^npm install <clone>\/ferryman-/, 'test/package/packed.check.ts installs the packed packages'],
  [/^npm start -- --port 7400$/, '`npm start` is run, on a free port'],
  [/^npm run check:release$/, 'it is what runs these pages'],
  [/^npm run check$/, 'it is run before each commit, and takes longer than these pages'],
  [
    /^npx vitest run test\/families\/<family>/,
    'other tests; test/docs/links.test.ts checks that they exist',
  ],
  [
    /^WEBHOOK_SECRET=whsec_… (node|python3) receive\./,
    'test/e2e/webhook-receivers.test.ts runs both, on real deliveries',
  ],
  [/^npx ferryman webhook test <id>$/, 'nobody receives there; test/cli/webhook.test.ts runs it'],
  [/^npx ferryman events --follow/, 'it does not end; test/cli/watch.test.ts follows events'],
  [/^curl -N .*\/v1\/events\?/s, 'it does not end; test/api/events.test.ts reads the stream'],
  [
    /^const \{ swap \} = await ferryman\.submit/,
    'a line of a program; test/programs/ and test/executor/ submit by the library',
  ],
  [/^location \/ \{/m, 'test/api/dashboard-behind-proxy.test.ts runs nginx with it'],
];

/**
 * What is started instead, and runs until the page ends. Ports are free ones: others may run on
 * this machine.
 */
const services: Readonly<Record<string, readonly string[]>> = {
  'npm start': ['up', '--json', '--port', '0'],
  'npx ferryman up': ['up', '--json', '--port', '0'],
  'npx ferryman sandbox --config ferryman.config.json': [
    'sandbox',
    '--config',
    'ferryman.config.json',
    '--json',
  ],
};

/**
 * Commands for which the pages' swaps give no occasion: the service has to understand and refuse
 * them.
 */
const refused: readonly [RegExp, code: string][] = [
  [/^npx ferryman swap acknowledge/, 'NOTHING_TO_ACKNOWLEDGE'],
  [/^npx ferryman swap resolve/, 'NOTHING_TO_RESOLVE'],
];

/** What a person at a terminal is asked about first. */
const asksFirst = /^npx ferryman (swap resolve|webhook delete) /;

/** A program of a page names its file in its first line. */
const programName = /^(?:\/\/|#) ([\w-]+\.(?:mjs|py|ts))\n/;

/** What a program has to print. */
const printed: Readonly<Record<string, RegExp>> = {
  'node producer.mjs': /^[\w-]+\n$/,
  'node first-swap.mjs': /^[\w-]+ settled \n$/,
  'node refused.mjs': /^UNKNOWN_CHAIN\n/,
  'node many-swaps.mjs': /(^[\w-]+ 0\.025 ETH 0x\w{64}\n){2}/m,
  'node stop-a-chain.mjs': /subject: 'ARBITRUM'/,
  'python3 first_swap.py': /^[\w-]+ settled \n(.+\n)+[\w-]+ 0\.05 ETH\n/,
};

interface Run {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** One reader who follows pages in a folder of their own. */
class Reader {
  readonly #folder: string;
  readonly #services: { command: string; process: CliProcess }[] = [];
  readonly #shells = new Set<ChildProcess>();
  readonly #env: Record<string, string> = {};
  /** What the reader sees printed, and puts in the place of `…`. */
  readonly #seen: Record<string, string> = {};
  /** A command that waits for money. */
  #waiting: Promise<Run> | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async prepare(): Promise<void> {
    const programs = join(this.#folder, 'programs');
    await mkdir(programs);
    const ferryman = join(root, 'scripts/ferryman.mjs');
    await writeFile(
      join(programs, 'npx'),
      `#!/bin/sh\nshift\nexec "${process.execPath}" "${ferryman}" "$@"\n`,
    );
    await chmod(join(programs, 'npx'), 0o755);
    await symlink(ferryman, join(programs, 'ferryman'));
    await symlink(join(root, 'node_modules'), join(this.#folder, 'node_modules'));
    await writeFile(join(this.#folder, '.curlrc'), 'fail-with-body\nsilent\nshow-error\n');
    await writeFile(join(this.#folder, 'password'), 'only for tests\n');
    Object.assign(this.#env, {
      PATH: `${programs}:${process.env.PATH}`,
      CURL_HOME: this.#folder,
    });
    this.#seen.FERRYMAN_KEYSTORE_PASSWORD_FILE = join(this.#folder, 'password');
  }

  /** Saves a program under the name in its first line. */
  async write(text: string): Promise<void> {
    const [, name] = programName.exec(text) ?? [];
    if (name !== undefined) await writeFile(join(this.#folder, name), text);
  }

  async follow(text: string): Promise<void> {
    // What is installed here is what is tested.
    const command = text.replace(/^npm ci && (?=npm start$)/, '');
    if (services[command]) return this.#serve(command);
    const [, variable, value = ''] = /^export (\w+)=(.*)$/s.exec(command) ?? [];
    if (variable !== undefined) {
      this.#env[variable] = value.includes('…') ? this.#valueOf(variable) : value;
      return;
    }
    if (command.includes('--flow deposit-by-hand')) return this.#payByHand(command);
    const consent = asksFirst.test(command) ? ' --yes' : '';
    const run = await this.#shell(`${await this.#completed(command)}${consent}`);
    const refusal = refused.find(([pattern]) => pattern.test(command));
    if (refusal)
      expect(run).toMatchObject({ code: 1, stderr: expect.stringContaining(refusal[1]) });
    else expect(run, `${command}: ${run.stderr}`).toMatchObject({ code: 0 });
    const output = printed[command];
    if (output) expect(run.stdout, `${command}: ${run.stderr}`).toMatch(output);
    const [address] = /0x[0-9a-fA-F]{40}\b/.exec(run.stdout) ?? [];
    if (command.includes('wallet create') && address) this.#seen.address = address;
    const [webhook] = /wh_[0-9a-f]{12}/.exec(run.stderr) ?? [];
    if (webhook) this.#seen.webhook = webhook;
    if (command.includes('/fund') && this.#waiting) {
      expect(await this.#waiting).toMatchObject({ code: 0 });
      this.#waiting = undefined;
    }
  }

  /** A request that the page names: the API has it, whatever it says of this swap. */
  async request(line: string): Promise<void> {
    const [method = '', path = ''] = line.split(' ');
    const answer = await fetch(
      `${this.#env.FERRYMAN_API_URL}${path.replace(':id', this.#seen.id ?? '')}`,
      {
        method,
        headers: {
          authorization: `Bearer ${this.#valueOf('FERRYMAN_API_KEY')}`,
          'content-type': 'application/json',
        },
        ...(method === 'POST' ? { body: '{}' } : {}),
      },
    );
    const body = await answer.text();
    // A swap that does not suit, or a body that lacks something; a path that is not there is a 404
    // or 405.
    const understood = method === 'GET' ? [200] : [200, 202, 400, 409, 422];
    expect(understood, `${line}: ${body}`).toContain(answer.status);
  }

  async close(): Promise<void> {
    for (const shell of this.#shells) shell.kill('SIGKILL');
    for (const { process } of this.#services.reverse()) expect(await process.stop()).toBe(0);
  }

  async #serve(command: string): Promise<void> {
    if (this.#services.some((one) => one.command === command)) return;
    const process = await startCli(services[command] ?? [], { cwd: this.#folder, env: this.#env });
    this.#services.push({ command, process });
    const { apiUrl, apiKey, apiKeyId, intake, control, controlUrl } = process.announced as Record<
      string,
      unknown
    > & {
      control?: { url: string };
    };
    if (apiUrl !== undefined) {
      this.#env.FERRYMAN_API_URL = String(apiUrl);
      this.#seen.FERRYMAN_API_KEY = String(apiKey);
      this.#seen.FERRYMAN_API_KEY_ID = String(apiKeyId);
      this.#seen.FERRYMAN_INTAKE = JSON.stringify(intake);
    }
    const url = control?.url ?? controlUrl;
    if (url !== undefined) this.#env.CONTROL = String(url);
  }

  /** It shows where to pay, and waits: the page pays from another terminal. */
  async #payByHand(command: string): Promise<void> {
    let shown = '';
    this.#waiting = this.#shell(command, (text) => {
      shown += text;
    });
    await waitFor(() => expect(shown).toMatch(/^pay to +0x/m));
    this.#seen.address = /^pay to +(0x\w+)/m.exec(shown)?.[1] ?? '';
    // Another one, that nobody pays: the page cancels and retries it.
    const other = await this.#shell(command.replace('--wait', '--json'));
    this.#seen.id = JSON.parse(other.stdout).swap.id;
  }

  async #completed(command: string): Promise<string> {
    let text = command
      .replaceAll('http://127.0.0.1:7300', this.#env.FERRYMAN_API_URL ?? '')
      .replace('<txid>', `0x${'ab'.repeat(32)}`);
    if (text.includes('0x…')) text = text.replace('0x…', this.#valueOf('address'));
    if (text.includes(' webhook ')) text = text.replace('<id>', this.#seen.webhook ?? '<id>');
    if (text.includes('<id>')) text = text.replace('<id>', this.#valueOf('id'));
    // There is no terminal here.
    return text.includes('wallet create') ? `${text} --no-phrase --no-input` : text;
  }

  #valueOf(name: string): string {
    const value = this.#seen[name];
    if (value === undefined) throw new TypeError(`nothing that the page prints is ${name}`);
    return value;
  }

  async #shell(command: string, onText: (text: string) => void = () => undefined): Promise<Run> {
    const shell = spawn('bash', ['-c', command], {
      cwd: this.#folder,
      env: { ...process.env, ...this.#env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#shells.add(shell);
    const run: Run = { code: null, stdout: '', stderr: '' };
    shell.stdout.setEncoding('utf8').on('data', (text: string) => {
      run.stdout += text;
      onText(text);
    });
    shell.stderr.setEncoding('utf8').on('data', (text: string) => {
      run.stderr += text;
      onText(text);
    });
    [run.code] = (await once(shell, 'close')) as [number | null];
    this.#shells.delete(shell);
    return run;
  }
}

/** Of a reader who begins with a running sandbox, and stays on it. */
const firstPages = [
  'README.md',
  'docs/getting-started.md',
  'client/README.md',
  'docs/guides/python.md',
  'docs/guides/webhooks.md',
];
/** A test of the same name follows each: one is for root, the other one for three persons. */
const elsewhere = ['docs/guides/first-real-swap.md', 'docs/guides/weekly-dca.md'];
const guides = (await readdir(join(root, 'docs/guides')))
  .map((file) => `docs/guides/${file}`)
  .filter((page) => !firstPages.includes(page) && !elsewhere.includes(page))
  .sort();
/** Pages of one reader, who goes from each to the next: the service of the first one runs on. */
const journeys = [firstPages, ...guides.map((page) => [page])];

const inlineOf = async (page: string) => inlineCommands(await readFile(join(root, page), 'utf8'));

const snippetsOf = async (page: string) =>
  documentedSnippets(await readFile(join(root, page), 'utf8'));

describe.each(journeys.map((pages) => [pages.join(', '), pages] as const))(
  'the commands of %s',
  (_, pages) => {
    let folder = '';
    let reader: Reader;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'ferryman-page-'));
      reader = new Reader(folder);
      await reader.prepare();
    });
    afterAll(async () => {
      await reader.close();
      await rm(folder, { recursive: true, force: true });
    });

    it('do what the page says, one after the other', async () => {
      const snippets = (await Promise.all(pages.map(snippetsOf))).flat();
      for (const snippet of snippets) if ('text' in snippet) await reader.write(snippet.text);
      for (const snippet of snippets) {
        const text = 'command' in snippet ? snippet.command : snippet.text;
        if (notRun.some(([pattern]) => pattern.test(text))) continue;
        if ('command' in snippet) await reader.follow(snippet.command);
        // A page runs its programs by name; test/package/packed.check.ts runs embed.ts.
        else expect(text).toMatch(programName);
      }
      for (const command of (await Promise.all(pages.map(inlineOf))).flat()) {
        if (notRun.some(([pattern]) => pattern.test(command))) continue;
        await (/^(GET|POST) /.test(command) ? reader.request(command) : reader.follow(command));
      }
    });
  },
);

it('leaves out only commands that a page has', async () => {
  const snippets = (await Promise.all(journeys.flat().map(snippetsOf))).flat();
  const inline = (await Promise.all(journeys.flat().map(inlineOf))).flat();
  const texts = [
    ...snippets.map((snippet) => ('command' in snippet ? snippet.command : snippet.text)),
    ...inline,
  ];
  expect(notRun.filter(([pattern]) => !texts.some((text) => pattern.test(text)))).toEqual([]);
  expect(Object.keys(services).filter((command) => !texts.includes(command))).toEqual([]);
});

it('reads commands as a shell does', () => {
  const page =
    "    a b \\\n      c   # said\n    # only said\n    d -x '{\n      e}'\n\n```js\nf\n```\n\n```\ndiagram\n```\n";
  expect(documentedSnippets(page)).toEqual([
    { language: 'shell', command: 'a b \\\n  c' },
    { language: 'shell', command: "d -x '{\n  e}'" },
    { language: 'js', text: 'f\n' },
  ]);
  expect(inlineCommands('`npm x` and `ferryman y …`, `GET /z`, `other`')).toEqual([
    'npm x',
    'GET /z',
  ]);
});
