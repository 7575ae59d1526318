import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createPublicClient, http } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import { sandboxConfigFile } from '../../src/cli/sandbox-config-file.ts';
import type { DoctorReport } from '../../src/core/doctor/doctor-report.ts';
import { type RpcProxy, startRpcProxy } from '../families/evm/adapter/rpc-proxy.ts';
import { aggregator } from '../support/chainlink-feed.ts';
import { type CliProcess, cliProgram, startCli } from '../support/cli-process.ts';
import { documentedSnippets } from '../support/documented-commands.ts';
import { fund, native, oneEther } from '../support/harness.ts';
import { type PostgresServer, startPostgresServer } from '../support/postgres-server.ts';
import { type RedisServer, startRedisServer } from '../support/redis-server.ts';
import { runShell, type ShellRun } from '../support/run-shell.ts';
import { readUnit } from '../support/systemd-unit.ts';
import { until } from '../support/until.ts';

const root = join(import.meta.dirname, '../..');
const page = await readFile(join(root, 'docs/guides/first-real-swap.md'), 'utf8');

/** Of the page: an address that the reader replaces by the one of the wallet. */
const exampleReceiver = '0x000000000000000000000000000000000000bEEF';
const exampleUsdc = '0xaf88d065e77c8cC2239327C5EDb3A432268e5831';
/** Prices of the sandbox, with eight decimals. */
const feeds: readonly [address: string, answer: bigint][] = [
  ['0x639Fe6ab55C921f74e7fac1ee960C0B6293ba612', 2_500n * 10n ** 8n],
  ['0x50834F3163758fcC1Df9973b6e91f0F0F0434aD3', 10n ** 8n],
];

/** What is not run, and why. Every other command of the page is. */
const notRun: readonly [RegExp, reason: string][] = [
  [
    /^(timedatectl|apt-get|git clone|cd |npm |ln -s)/,
    'the machine, and what is built here already',
  ],
  [
    /^sudo -u postgres |^openssl rand -hex 24|^printf 'postgres:/,
    'the test has a Postgres of its own',
  ],
  [/^redis-cli /, 'the test has a Redis of its own'],
  [
    /^systemd-sysusers|^systemctl (daemon-reload|--failed)|^chgrp /,
    'there is one user, and no systemd',
  ],
  [/^install .*(scripts\/systemd|-o ferryman)/, 'there is one user, and no systemd'],
  [/^journalctl /, 'the test reads what the API prints'],
  [/^ferryman swap watch <id>$/, 'test/cli/watch.test.ts watches a swap'],
];

/** The files of the page, by path: a sentence that ends with the path stands before each. */
const files = [...page.matchAll(/`(\/[\w/.-]+\.json)`[^`]*:\n\n```json\n(.*?)^```$/gms)].map(
  ([, path = '', text = '']) => ({ path, text }),
);

let folder: string;
let sandbox: Sandbox;
let postgres: PostgresServer;
let redis: RedisServer;
let proxies: RpcProxy[];
let databaseUrl: string;
/** Running units by name. */
const units = new Map<string, CliProcess>();
const exported: Record<string, string> = {};
let apiUrl = '';
let address = '';
let swapId = '';
/** API keys in the order in which the reader gets them. */
const apiKeys: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferryman-real-'));
  [sandbox, postgres, redis] = await Promise.all([
    startSandbox({ otherChains: [], foreignIds: true }),
    startPostgresServer(),
    startRedisServer(),
  ]);
  databaseUrl = await postgres.createDatabase();
  const [node = ''] = sandbox.endpoints.chains.ARBITRUM.rpcUrls;
  proxies = await Promise.all(['127.0.0.1', 'localhost'].map((host) => startRpcProxy(node, host)));
  const updatedAt = BigInt(Math.floor(Date.now() / 1_000));
  for (const [feed, answer] of feeds)
    await fetch(node, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{ jsonrpc: '2.0', id: 1, method: 'anvil_setCode' },
        params: [feed, aggregator({ answer, updatedAt })],
      }),
    });
  await prepare();
});
afterAll(async () => {
  await Promise.all([...units.values()].map((unit) => unit.kill()));
  await Promise.all((proxies ?? []).map((proxy) => proxy.close()));
  await Promise.all([sandbox?.close(), postgres?.close(), redis?.close()]);
  if (folder) await rm(folder, { recursive: true, force: true });
});

/** Programs that stand for those of the machine, and the folders that its units make. */
async function prepare(): Promise<void> {
  const programs = join(folder, 'programs');
  const stubs = {
    ferryman: `exec "${process.execPath}" --liftoff-only "${cliProgram}" "$@"`,
    // There is one user.
    sudo: 'shift 2; exec "$@"',
  };
  await mkdir(programs);
  for (const [name, text] of Object.entries(stubs)) {
    await writeFile(join(programs, name), `#!/bin/sh\n${text}\n`);
    await chmod(join(programs, name), 0o755);
  }
  for (const path of ['/root', '/run/ferryman-signer', '/run/ferryman-api', '/var/lib/ferryman'])
    await mkdir(onDisk(path), { recursive: true });
  await mkdir(onDisk('/var/lib/ferryman-signer'));
}

/** The page's paths are below the test's folder. */
function onDisk(text: string): string {
  return text.replaceAll(
    /(?<![\w/.])\/(?=(etc\/ferryman|var\/lib\/|run\/ferryman|root\b))/g,
    `${folder}/`,
  );
}

/** What the reader puts in the place of the examples, and what a local chain needs besides. */
function completed(text: string): string {
  const [first = '', second = ''] = proxies.map(({ url }) => url);
  const usdc = sandbox.endpoints.chains.ARBITRUM.tokens.find(({ symbol }) => symbol === 'USDC');
  return onDisk(text)
    .replaceAll(/https:\/\/arbitrum\.operator-(one|three)\.example\/[\w-]+/g, first)
    .replaceAll(/https:\/\/arbitrum\.operator-two\.example\/[\w-]+/g, second)
    .replaceAll('https://router.example', sandbox.endpoints.router.url)
    .replaceAll(exampleUsdc, usdc?.address ?? '')
    .replaceAll(exampleReceiver, address || exampleReceiver);
}

interface Configuration {
  chains: { ARBITRUM: Record<string, unknown> };
  guard: { jobKeys: string[] };
  policy: Record<string, number>;
}
type Policy = Record<string, unknown> & { chains: { ARBITRUM: Record<string, unknown> } };

const readJson = async <Value>(path: string): Promise<Value> =>
  JSON.parse(await readFile(onDisk(path), 'utf8')) as Value;

/** An edit of the reader. */
async function edit<Value>(path: string, change: (value: Value) => void): Promise<void> {
  const value = await readJson<Value>(path);
  change(value);
  await writeFile(onDisk(path), JSON.stringify(value, null, 2));
}

const configurations = ['/etc/ferryman/ferryman.config.json', '/etc/ferryman/signer.config.json'];
const policies = ['/etc/ferryman/policy.json', '/etc/ferryman/signer-policy.json'];

/** Writes a file of the page; into configurations also what tells the local chain from Arbitrum. */
async function write({ path, text }: { path: string; text: string }): Promise<void> {
  await mkdir(dirname(onDisk(path)), { recursive: true });
  await writeFile(onDisk(path), completed(text));
  if (!configurations.includes(path)) return;
  const local = JSON.parse(sandboxConfigFile(sandbox.endpoints)) as Configuration;
  const { chainId, blockTimeMs, progressDepth, proofDepth, wrappedNative } = local.chains.ARBITRUM;
  await edit<Configuration>(path, (own) => {
    Object.assign(own.chains.ARBITRUM, { chainId, blockTimeMs, progressDepth });
    Object.assign(own.chains.ARBITRUM, { proofDepth, wrappedNative });
    // Times that fit its blocks; how long orders take is the routing service's.
    const { orderAskedWithin: _, ...policy } = local.policy;
    own.policy = policy;
  });
}

const shell = (command: string, env: Record<string, string> = {}): Promise<ShellRun> => {
  const PATH = `${join(folder, 'programs')}:${process.env.PATH}`;
  return runShell(command, { cwd: folder, env: { PATH, COLUMNS: '200', ...exported, ...env } });
};

/** Starts what systemd would. */
async function start(name: string): Promise<CliProcess> {
  const { parameters, environment } = await readUnit(name);
  const isApi = name === 'ferryman-api';
  const flags = parameters
    .join(' ')
    .replace(/--status-port \S+/, '--status-port 0')
    .split(' ');
  const process = await startCli([...flags, ...(isApi ? ['--port', '0'] : []), '--json'], {
    cwd: folder,
    env: Object.fromEntries(environment.map(([variable, value]) => [variable, given(value)])),
  });
  units.set(name, process);
  if (isApi) {
    apiUrl = String(process.announced.apiUrl);
    exported.FERRYMAN_API_URL = apiUrl;
    if (process.announced.apiKey) apiKeys.push(String(process.announced.apiKey));
  }
  return process;
}

/** A value of a unit: its folder of credentials and its servers. */
function given(value: string): string {
  return onDisk(value.replace('%d', '/etc/ferryman/secrets')).replace(
    'redis://127.0.0.1:6379',
    redis.url,
  );
}

async function stop(name: string): Promise<void> {
  await units.get(name)?.stop();
  units.delete(name);
}

const inTarget = [
  'ferryman-api',
  ...['execute', 'track', 'recover', 'treasury'].map((role) => `ferryman-${role}@1`),
];

async function systemctl(command: string): Promise<void> {
  const [, verb = '', what = ''] = /^systemctl ([\w-]+(?: --now)?) (.*)$/.exec(command) ?? [];
  const names = what === 'ferryman.target' ? inTarget : what.split(' ');
  for (const name of names) {
    if (verb !== 'enable --now') await stop(name);
    if (verb !== 'stop') await start(name);
  }
}

/** The number of transactions that the wallet has sent. */
const sent = (): Promise<number> =>
  createPublicClient({
    transport: http(sandbox.endpoints.chains.ARBITRUM.rpcUrls[0]),
  }).getTransactionCount({ address: address as `0x${string}` });

const ask = async (path: string, body?: unknown, key = apiKeys[1] ?? '') => {
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    'idempotency-key': `${Math.random()}`,
  };
  const posted = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const answer = await fetch(`${apiUrl}${path}`, { headers, ...posted });
  // biome-ignore lint/suspicious/noExplicitAny: what is in it is what the test looks at.
  return (await answer.json()) as any;
};

const workerEnv = (): Record<string, string> => ({
  DATABASE_URL: databaseUrl,
  REDIS_URL: redis.url,
});

/** The doctor on a changed copy of the page's files. */
async function doctorOn(
  change: { config?: (one: Configuration) => void; policy?: (one: Policy) => void },
  { flags = [], env = {} }: { flags?: string[]; env?: Record<string, string> } = {},
): Promise<{ code: number | null; report: DoctorReport }> {
  const [config = '', signer = ''] = configurations;
  const isSigner = flags.includes('--signer');
  const copy = '/etc/ferryman/changed.json';
  const policy = '/etc/ferryman/changed-policy.json';
  await writeFile(onDisk(policy), await readFile(onDisk(policies[isSigner ? 1 : 0] ?? '')));
  await edit<Policy>(policy, change.policy ?? (() => undefined));
  await writeFile(onDisk(copy), await readFile(onDisk(isSigner ? signer : config)));
  await edit<Configuration>(copy, (one) => {
    Object.assign(one.guard, { policyFile: onDisk(policy) });
    change.config?.(one);
  });
  const { code, stdout } = await shell(`ferryman doctor ${flags.join(' ')} --json`, {
    ...env,
    FERRYMAN_CONFIG: onDisk(copy),
  });
  return { code, report: JSON.parse(stdout) as DoctorReport };
}

const faultsOf = ({ checks }: DoctorReport): string[] =>
  checks.filter(({ status }) => status === 'fault').map(({ code }) => code);

/** What the page says about the answer of a command, and what its reader does with it. */
const after: readonly [RegExp, (answer: ShellRun) => Promise<void> | void][] = [
  [
    /config check$/,
    async ({ stdout }) => {
      const [, key = ''] = /^\/jobKey +(\S+)$/m.exec(stdout) ?? [];
      expect(key).not.toBe('');
      for (const path of configurations)
        await edit<Configuration>(path, ({ guard }) => void guard.jobKeys.push(key));
    },
  ],
  [
    /wallet create/,
    async ({ stdout }) => {
      [address = ''] = /0x[0-9a-fA-F]{40}/.exec(stdout) ?? [];
      for (const path of policies)
        await writeFile(onDisk(path), completed(await readFile(onDisk(path), 'utf8')));
    },
  ],
  [/doctor --signer$/, ({ stdout }) => expect(stdout).toMatch(/ARBITRUM is open\n0 faults/)],
  [
    / ferryman doctor$/,
    async ({ stdout }) => {
      expect(stdout).toMatch(/ARBITRUM is open\n0 faults/);
      // Section 8: money arrives before the second look.
      if (units.has('ferryman-api')) expect(stdout).toMatch(/treasury on ARBITRUM: has 0\.002 ETH/);
      else expect(stdout).toMatch(/warning treasury on ARBITRUM: has 0 ETH/);
    },
  ],
  [/key create/, ({ stdout }) => void apiKeys.push(/fm_[\w-]+/.exec(stdout)?.[0] ?? '')],
  [
    /readyz$/,
    ({ stdout }) =>
      expect(JSON.parse(stdout).networks).toEqual([
        { chain: 'ARBITRUM', kind: 'real', open: true, missing: [] },
      ]),
  ],
  [
    /policy learn/,
    async ({ stdout }) => {
      const learned = JSON.parse(stdout) as Policy;
      expect(learned.providers).toContain('UNISWAP_V2');
      const targets = (learned.chains.ARBITRUM.targets as Record<string, unknown>[]).filter(
        ({ providers }) => (providers as string[]).includes('UNISWAP_V2'),
      );
      expect(targets).toHaveLength(1);
      const named = targets.map((target) => ({ ...target, undescribed: target.selectors }));
      for (const path of policies)
        await edit<Policy>(path, ({ chains }) => {
          chains.ARBITRUM.targets = named;
        });
    },
  ],
  [
    /idempotency-key first-real-swap/,
    async ({ stdout }) => {
      expect(stdout).toContain('settled');
      const { swaps } = await ask('/v1/swaps');
      swapId = swaps[0].id;
      expect(await sent()).toBe(1);
    },
  ],
  [
    /swap get/,
    ({ stdout }) =>
      expect(stdout).toMatch(/settled(.|\n)*^payment .* final$(.|\n)*^payout .* verified$/m),
  ],
  [/^ferryman stop$/, ({ stdout }) => expect(stdout).toMatch(/all/)],
];

let keyAt = 0;

async function follow(command: string): Promise<void> {
  if (command.startsWith('systemctl')) return systemctl(command);
  // Keys follow in the order in which the page makes them; the first one makes the others.
  const text = command.replace('fm_…', () => apiKeys[keyAt++] ?? '');
  const [, variable, value = ''] = /^export (\w+)=(.*)$/s.exec(text) ?? [];
  if (variable !== undefined) {
    exported[variable] = given(value);
    return;
  }
  const ready = completed(text)
    .replace('http://127.0.0.1:7311', String(units.get('ferryman-execute@1')?.announced.statusUrl))
    .replace('redis://127.0.0.1:6379', redis.url)
    .replaceAll(/-g ferryman\S* /g, '')
    .replace('<id>', swapId);
  const isFunded = text.endsWith(' ferryman doctor') && units.has('ferryman-api');
  if (isFunded) await fund(sandbox.endpoints, 'ARBITRUM', address, native, oneEther / 500n);
  const answer = /wallet create/.test(text)
    ? await shell(`${ready} --no-phrase --no-input`, {
        FERRYMAN_KEYSTORE_PASSWORD_FILE: onDisk('/etc/ferryman/secrets/keystore_password'),
      })
    : await shell(ready);
  // The first dry run is held: the policy names no contract yet.
  const isHeld = text.includes('--dry-run') && !(await namesContract());
  expect(answer, `${command}: ${answer.stdout}${answer.stderr}`).toMatchObject({
    code: isHeld ? 4 : 0,
  });
  if (isHeld) dryRun = ready;
  for (const [pattern, look] of after) if (pattern.test(text)) await look(answer);
}

let dryRun = '';
const namesContract = async (): Promise<boolean> =>
  'targets' in (await readJson<Policy>(policies[0] ?? '')).chains.ARBITRUM;

describe('the page on a first real swap', () => {
  it('takes a reader to a settled swap', async () => {
    const snippets = documentedSnippets(page);
    const blocks = snippets.filter((snippet) => 'text' in snippet);
    expect(files.map(({ text }) => text)).toEqual(blocks.map((block) => block.text));
    const waiting = [...files];
    let isLearned = false;
    for (const snippet of snippets) {
      if ('text' in snippet) {
        const file = waiting.shift();
        if (file) await write(file);
        continue;
      }
      const { command } = snippet as { command: string };
      if (notRun.some(([pattern]) => pattern.test(command))) continue;
      // Before the first swap the reader repeats the dry run.
      if (command.includes('--idempotency-key') && !isLearned) {
        isLearned = true;
        const again = await shell(dryRun);
        expect(again.stdout, again.stderr).toMatch(/verdict +allowed/);
        expect(again.code).toBe(0);
        expect(await sent()).toBe(0);
      }
      await follow(command);
      if (command.includes('secrets') && command.startsWith('install -d'))
        await writeFile(onDisk('/etc/ferryman/secrets/database_url'), databaseUrl);
    }
    expect(await sent()).toBe(1);
  });
});

describe('the files of the page', () => {
  const job = () => ({
    wallet: 'treasury',
    from: { chain: 'ARBITRUM', token: 'native' },
    to: { chain: 'ARBITRUM', token: 'USDC' },
    amount: '0.0008',
    receiver: address,
    slippageBps: 100,
  });
  const reasonOf = async (id: string) => (await ask(`/v1/swaps/${id}`)).swap.reason;

  it('sign nothing without the signer', async () => {
    const { swap } = await ask('/v1/swaps', job());
    await until(async () => (await reasonOf(swap.id))?.code === 'SIGNER_UNAVAILABLE');
    await stop('ferryman-execute@1');
    await expect(start('ferryman-execute@1')).rejects.toThrow('SIGNER_UNAVAILABLE');
    expect(await sent()).toBe(1);
    const { code, report } = await doctorOn({}, { env: workerEnv() });
    expect(code).toBe(1);
    expect(faultsOf(report)).toEqual(expect.arrayContaining(['SIGNER_UNAVAILABLE', 'WALLETS']));
    await ask(`/v1/swaps/${swap.id}/cancel`, {});
  });

  it('sign nothing without the caps of the signer', async () => {
    const before = await readFile(onDisk(policies[1] ?? ''));
    await edit<Policy>(policies[1] ?? '', (policy) => {
      policy.caps = [];
    });
    await start('ferryman-signer');
    await start('ferryman-execute@1');
    const { swap } = await ask('/v1/swaps', job());
    await until(async () => (await reasonOf(swap.id))?.code === 'NETWORK_CLOSED');
    expect((await reasonOf(swap.id)).message).toContain('CAPS');
    expect(await sent()).toBe(1);
    await ask(`/v1/swaps/${swap.id}/cancel`, {});
    await writeFile(onDisk(policies[1] ?? ''), before);
  });

  it('have a dry run that says so without the caps of the workers', async () => {
    const before = await readFile(onDisk(policies[0] ?? ''));
    await edit<Policy>(policies[0] ?? '', (policy) => {
      policy.caps = [];
    });
    await stop('ferryman-api');
    await start('ferryman-api');
    const { stdout } = await shell(dryRun);
    expect(stdout).toMatch(/verdict +waits/);
    expect(stdout).toMatch(/CAPS.*NETWORK_CLOSED/s);
    await writeFile(onDisk(policies[0] ?? ''), before);
  });

  it.runIf(process.getuid?.() === 0)('have a socket that other users cannot open', async () => {
    await chmod(folder, 0o755);
    const asked = (groups: string) =>
      shell(
        `setpriv --reuid 65003 --regid 65003 ${groups} curl --silent --request POST --unix-socket ${onDisk('/run/ferryman-signer/socket')} http://signer/wallets`,
      );
    expect((await asked('--clear-groups')).code).not.toBe(0);
    expect((await asked(`--groups ${process.getgid?.()}`)).stdout).toContain('treasury');
  });

  it('let the other key, and no submitter, admit what the policy does not name', async () => {
    for (const path of policies)
      await edit<Policy>(path, ({ chains }) => {
        const [target] = chains.ARBITRUM.targets as Record<string, unknown>[];
        delete target?.undescribed;
      });
    for (const unit of ['ferryman-signer', 'ferryman-api', 'ferryman-execute@1'])
      await systemctl(`systemctl restart ${unit}`);
    await fund(sandbox.endpoints, 'ARBITRUM', address, native, oneEther / 500n);
    const before = await sent();
    const { swap } = await ask('/v1/swaps', job());
    const stateOf = async () => (await ask(`/v1/swaps/${swap.id}`)).swap.state;
    await until(async () => (await stateOf()) === 'awaiting_approval');
    expect(await sent()).toBe(before);
    const { approvals } = await ask(`/v1/approvals?swapId=${swap.id}`);
    for (const { id } of approvals) {
      const approve = `ferryman approvals approve ${id} --reason "the code is known" --yes`;
      const own = await shell(approve);
      expect(own).toMatchObject({ code: 1, stderr: expect.stringContaining('FORBIDDEN') });
      const others = await shell(approve, { FERRYMAN_API_KEY: apiKeys[2] ?? '' });
      expect(others.code, others.stderr).toBe(0);
    }
    await until(async () => (await stateOf()) === 'settled');
    expect(await sent()).toBe(before + 1);
  });

  it('have faults that the doctor finds: of the workers, and of the signer', async () => {
    const broken = {
      config: ({ chains, guard }: Configuration) => {
        chains.ARBITRUM.rpcUrls = [proxies[0]?.url];
        guard.jobKeys = [];
      },
      policy: (policy: Policy) => {
        policy.caps = [];
        policy.prices = {};
      },
    };
    const workers = await doctorOn(broken);
    expect(workers.code).toBe(1);
    expect(faultsOf(workers.report)).toEqual(['SERVER_FORM', 'CAPS', 'PRICES', 'TWO_HOSTS']);
    const withServers = await doctorOn(broken, { env: workerEnv() });
    expect(faultsOf(withServers.report)).toEqual(['JOB_KEYS', 'CAPS', 'PRICES', 'TWO_HOSTS']);
    const signer = await doctorOn(broken, { flags: ['--signer'] });
    expect(signer.code).toBe(1);
    expect(faultsOf(signer.report)).toEqual(['JOB_KEYS', 'CAPS', 'PRICES', 'TWO_HOSTS']);
  });

  it('leave out only commands that the page has', () => {
    const commands = documentedSnippets(page).flatMap((one) =>
      'command' in one ? [one.command] : [],
    );
    expect(notRun.filter(([pattern]) => !commands.some((text) => pattern.test(text)))).toEqual([]);
  });
});
