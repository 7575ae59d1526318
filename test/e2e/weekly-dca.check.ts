import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser, type TestBrowser } from '../support/browser.ts';
import { type CliProcess, cliProgram, startCli } from '../support/cli-process.ts';
import { documentedSnippets } from '../support/documented-commands.ts';
import { runShell, type ShellRun } from '../support/run-shell.ts';
import { until } from '../support/until.ts';

const root = join(import.meta.dirname, '../..');
const page = await readFile(join(root, 'docs/guides/weekly-dca.md'), 'utf8');

/** The files of the page: a sentence that names the file stands before each. */
const files = [...page.matchAll(/`([\w-]+\.json)`[^`]*:\n\n```json\n(.*?)^```$/gms)].map(
  ([, name = '', text = '']) => ({ name, text }),
);

/** What runs in a terminal of its own until the page ends, on free ports. */
const services: Readonly<Record<string, readonly string[]>> = {
  'npx ferryman sandbox --config ferryman.config.json': [
    ...['sandbox', '--config', 'ferryman.config.json', '--json'],
  ],
  'npx ferryman up': ['up', '--json', '--port', '0'],
};

let folder: string;
let browser: TestBrowser | undefined;
const running = new Map<string, CliProcess>();
const exported: Record<string, string> = {};
/** What the reader sees printed, and puts in the place of `…`. */
const seen: Record<string, string> = {};
/** The browsers of those who sign, by name. */
const approvers = new Map<string, Page>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferryman-dca-'));
  const programs = join(folder, 'programs');
  await mkdir(programs);
  await writeFile(
    join(programs, 'npx'),
    `#!/bin/sh\nshift\nexec "${process.execPath}" --liftoff-only "${cliProgram}" "$@"\n`,
  );
  await chmod(join(programs, 'npx'), 0o755);
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, '.curlrc'), 'fail-with-body\nsilent\nshow-error\n');
  await writeFile(join(folder, 'password'), 'only for these tests\n');
  seen.FERRYMAN_KEYSTORE_PASSWORD_FILE = join(folder, 'password');
  Object.assign(exported, {
    ...{ PATH: `${programs}:${process.env.PATH}`, CURL_HOME: folder, COLUMNS: '200' },
  });
});
afterAll(async () => {
  await browser?.close();
  for (const service of [...running.values()].reverse()) await service.stop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

const shell = (command: string): Promise<ShellRun> =>
  runShell(command, { cwd: folder, env: exported });

/** Where browsers make passkeys. */
const dashboard = (): string => (exported.FERRYMAN_API_URL ?? '').replace('127.0.0.1', 'localhost');

async function serve(command: string): Promise<void> {
  // The reader stops the one that runs, and starts it again.
  for (const on of approvers.values()) await on.goto('about:blank');
  await running.get(command)?.stop();
  const service = await startCli(services[command] ?? [], { cwd: folder, env: exported });
  running.set(command, service);
  const { apiUrl, apiKey, control } = service.announced as {
    apiUrl?: string;
    apiKey?: string;
    control?: { url: string };
  };
  if (apiUrl !== undefined) exported.FERRYMAN_API_URL = apiUrl;
  if (apiKey !== undefined) seen.FERRYMAN_API_KEY = apiKey;
  if (control) seen.CONTROL = control.url;
}

async function setVariable(name: string, value: string): Promise<void> {
  const { stdout } = await shell(`printf %s ${value.includes('…') ? "''" : value}`);
  exported[name] = value.includes('…') ? (seen[name] ?? '') : stdout;
  expect(exported[name], name).not.toBe('');
}

const button = (on: Page, name: string) => on.getByRole('button', { name, exact: true });

/** A person with a device of their own, signed in. */
async function openPage(key: string): Promise<Page> {
  browser ??= await launchBrowser(dashboard());
  const opened = await browser.open();
  const devtools = await opened.context().newCDPSession(opened);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  await signIn(opened, key);
  return opened;
}

async function signIn(on: Page, key: string): Promise<void> {
  await on.goto(dashboard());
  await on.getByLabel('API key').fill(key);
  await button(on, 'Sign in').click();
  await on.getByRole('heading', { name: 'Overview' }).waitFor();
}

/** Section 2: Ann and Ben make their passkeys, and the operator has both entries. */
async function makePasskeys(): Promise<void> {
  const entries: unknown[] = [];
  for (const name of ['ann', 'ben']) {
    const on = await openPage(seen[name] ?? '');
    approvers.set(name, on);
    await on.getByRole('link', { name: 'Approvals', exact: true }).click();
    await button(on, 'New passkey…').click();
    await on.getByLabel('Name of the approver').fill(name);
    await button(on, 'Make it').click();
    const entry = on.getByRole('region', { name: 'Entry of the policy' });
    await entry.waitFor();
    entries.push(JSON.parse((await entry.textContent()) ?? ''));
  }
  await writeFile(join(folder, 'approvers.json'), JSON.stringify(entries));
}

/** Section 4: each opens the payment and signs it. */
async function sign(name: string): Promise<void> {
  const on = approvers.get(name);
  if (!on) throw new Error(`${name} has no browser`);
  // The service was started again, on another port.
  await on.context().clearCookies();
  await signIn(on, seen[name] ?? '');
  await on.getByRole('link', { name: 'Approvals', exact: true }).click();
  await on.getByRole('link', { name: /^payment of up to .* USDC on ETH/ }).click();
  await button(on, 'Approve with a passkey…').click();
  await on.getByRole('dialog').getByLabel('Reason').fill('as agreed');
  await button(on, 'Sign with a passkey').click();
  await on.getByRole('dialog').waitFor({ state: 'detached' });
}

/** A command again, until it shows what the reader waits for. */
async function repeated(command: string, expected: RegExp): Promise<void> {
  await until(async () => expected.test((await shell(command)).stdout));
}

/** What the reader does before a command, or waits for. */
const before: readonly [RegExp, (command: string) => Promise<void>][] = [
  [/^node four-eyes\.mjs$/, makePasskeys],
  [/occurrences --rule weekly-eth$/, (command) => repeated(command, /submitted/)],
  [/^npx ferryman approvals list$/, (command) => repeated(command, /payment/)],
  [
    /^npx ferryman swap list$/,
    async (command) => {
      await sign('ann');
      await sign('ben');
      await repeated(command, /settled/);
    },
  ],
  [/--state done$/, (command) => repeated(command, /done/)],
  // The worker books a swap a minute after its end.
  [
    /treasury export --from \S+ --until \$\(.*\)$/,
    (command) => repeated(command, /weekly-eth|USDC/),
  ],
];

/** What the page says about the answer of a command. */
const after: readonly [RegExp, (answer: ShellRun) => Promise<void> | void][] = [
  [/wallet create/, ({ stdout }) => remember('ADDRESS', /0x[0-9a-fA-F]{40}/.exec(stdout)?.[0])],
  [/key create --name author/, (run) => remember('AUTHOR_KEY', secretOf(run))],
  [/key create --name ann/, (run) => remember('ann', secretOf(run))],
  [/key create --name ben/, (run) => remember('ben', secretOf(run))],
  [/rules list$/, ({ stdout }) => expect(stdout).toMatch(/weekly-eth +recurring +1/)],
  [
    /treasury plan --days 31/,
    ({ stdout }) => {
      expect(stdout).toMatch(/weekly-eth +50 USDC → [\d.]+ ETH on ETH +\S* *waits/);
      // Mondays at nine in Zurich.
      expect(
        stdout.match(/^\d{4}-\d\d-\d\d 0[78]:00:00 +weekly-eth +50 USDC/gm)?.length,
      ).toBeGreaterThan(3);
      expect(stdout).toMatch(/treasury +ETH +USDC +500 +(300|250)/);
      expect(stdout).toMatch(/a day of rule weekly-eth +60 +USD +0 +50/);
    },
  ],
  [/^npx ferryman caps$/, ({ stdout }) => expect(stdout).toMatch(/a day of rule weekly-eth/)],
  [/rules show weekly-eth$/, ({ stdout }) => expect(stdout).toMatch(/version 3.*\n.*due next/)],
  [
    /--format beancount/,
    async () => {
      const books = await readFile(join(folder, 'books.beancount'), 'utf8');
      expect(books).toMatch(/Assets:Ferryman:Treasury:ETH .*-50 USDC/);
    },
  ],
  [
    /resume rule/,
    async () => {
      const audit = await shell('npx ferryman audit list --limit 200');
      expect(audit.stdout, audit.stderr).toContain('Mondays, as agreed');
    },
  ],
];

function remember(name: string, value: string | undefined): void {
  expect(value, name).toBeTruthy();
  seen[name] = value ?? '';
}

function secretOf({ stdout, stderr }: ShellRun): string {
  return /fm_[\w-]+/.exec(`${stdout} ${stderr}`)?.[0] ?? '';
}

it('goes from an empty treasury to a settled purchase that two persons signed', async () => {
  expect(files.map(({ name }) => name)).toEqual(['treasury-policy.json', 'weekly-eth.json']);
  for (const snippet of documentedSnippets(page)) {
    if ('text' in snippet) {
      const program = /^\/\/ ([\w-]+\.mjs)\n/.exec(snippet.text)?.[1];
      const name = program ?? files.find(({ text }) => text === snippet.text)?.name;
      expect(name, snippet.text).toBeDefined();
      const text = snippet.text.replace('0x…', exported.ADDRESS ?? '0x…');
      await writeFile(join(folder, name ?? ''), text);
      continue;
    }
    const { command } = snippet as { command: string };
    const [, variable, value = ''] = /^export (\w+)=(.*)$/s.exec(command) ?? [];
    if (services[command]) await serve(command);
    else if (variable !== undefined) await setVariable(variable, value);
    else {
      await before.find(([pattern]) => pattern.test(command))?.[1](command);
      // There is no terminal here.
      const flags = command.includes('wallet create') ? ' --no-phrase --no-input' : '';
      const run = await shell(command + flags);
      expect(run, `${command}: ${run.stderr}`).toMatchObject({ code: 0 });
      await after.find(([pattern]) => pattern.test(command))?.[1](run);
    }
  }
  expect(browser?.troubles()).toEqual([]);
});
