import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generatePrivateKey } from 'viem/accounts';
import type { SandboxOptions } from '../../sandbox/sandbox-options.ts';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import { fundSandboxWallet } from '../../src/cli/fund-sandbox-wallet.ts';
import { sandboxConfigFile } from '../../src/cli/sandbox-config-file.ts';
import type { Policy } from '../../src/core/decide/policy.ts';
import type { Family } from '../../src/core/swap/chains.ts';
import type { SwapId } from '../../src/core/swap/ids.ts';
import type { WorkerRole } from '../../src/core/swap/roles.ts';
import { importWallet } from '../../src/keys/import-wallet.ts';
import { type CliProcess, startCli } from './cli-process.ts';
import { testPassword } from './harness.ts';
import { testIntakeSecret } from './intake-keys.ts';
import { patientPolicy } from './patient-policy.ts';
import { type PostgresServer, startPostgresServer } from './postgres-server.ts';
import { type RedisServer, startRedisServer } from './redis-server.ts';

export interface Api {
  process: CliProcess;
  url: string;
  port: number;
  /** Has every scope. */
  key: string;
  /** Reads, or posts a body as JSON. */
  ask(path: string, body?: unknown): Promise<{ status: number; body: Record<string, unknown> }>;
  submit(idempotencyKey: string, body: unknown, headers?: Record<string, string>): Promise<SwapId>;
}

/**
 * A sandbox, one Redis server, one Postgres server, a funded wallet `treasury`, and whatever
 * processes of Ferryman a test starts on them.
 */
export interface ServerForm {
  sandbox: Sandbox;
  redis: RedisServer;
  postgres: PostgresServer;
  databaseUrl: string;
  /** The one of the EVM chains. */
  wallet: { name: string; address: string };
  walletOf(family: Family): { name: string; address: string };
  startApi(): Promise<Api>;
  startWorker(role: WorkerRole, ...flags: string[]): Promise<CliProcess>;
  /** Starts any command, with nothing configured but the router and the chains. */
  startBare(...parameters: string[]): Promise<CliProcess>;
  close(): Promise<void>;
}

/**
 * @param options of the sandbox; default: no chains beside the EVM ones. There is a funded wallet
 * for each family.
 * @param environment of each process, besides its servers and secrets
 */
export async function startServerForm(
  options: SandboxOptions = {},
  environment: Record<string, string> = {},
): Promise<ServerForm> {
  const folder = await mkdtemp(join(tmpdir(), 'ferryman-servers-'));
  const [sandbox, redis, postgres] = await Promise.all([
    startSandbox({ otherChains: [], ...options }),
    startRedisServer(),
    startPostgresServer(),
  ]);
  const databaseUrl = await postgres.createJournal();
  const processes: CliProcess[] = [];
  let apiKey = '';

  const dataFolder = join(folder, '.ferryman');
  const secret = generatePrivateKey();
  const wallets = new Map<Family, { name: string; address: string }>();
  for (const family of new Set(
    Object.values(sandbox.endpoints.chains).map((chain) => chain.family),
  )) {
    const name = family === 'evm' ? 'treasury' : `treasury-${family}`;
    const request = { dataFolder, name, password: testPassword, cost: 2 ** 14, secret, family };
    const { address } = await importWallet(request);
    await fundSandboxWallet(sandbox.endpoints, address, family);
    wallets.set(family, { name, address });
  }
  const config = JSON.parse(sandboxConfigFile(sandbox.endpoints)) as { policy: Policy };
  const policy = { ...config.policy, ...patientPolicy, leaseHold: config.policy.leaseHold };
  await writeFile(join(folder, 'ferryman.config.json'), JSON.stringify({ ...config, policy }));
  const servers = { REDIS_URL: redis.url, DATABASE_URL: databaseUrl, FERRYMAN_LOG_LEVEL: 'warn' };
  const doors = { ...servers, FERRYMAN_INTAKE_SECRET: testIntakeSecret };

  const walletOf: ServerForm['walletOf'] = (family) => {
    const wallet = wallets.get(family);
    if (!wallet) throw new Error(`no wallet of ${family}`);
    return wallet;
  };

  async function start(parameters: string[], env: Record<string, string>): Promise<CliProcess> {
    const started = await startCli([...parameters, '--json'], {
      cwd: folder,
      env: { ...environment, ...env },
    });
    processes.push(started);
    return started;
  }

  return {
    sandbox,
    redis,
    postgres,
    databaseUrl,
    wallet: walletOf('evm'),
    walletOf,
    async startApi() {
      const process = await start(['api', '--port', '0'], doors);
      const { apiUrl, apiKey: firstKey } = process.announced as {
        apiUrl: string;
        apiKey: string | null;
      };
      apiKey = firstKey ?? apiKey;
      const port = Number(new URL(apiUrl).port);
      return { ...{ process, port }, url: apiUrl, key: apiKey, ...talkTo(apiUrl, apiKey) };
    },
    startWorker(role, ...flags) {
      return start(['worker', role, ...flags], { ...servers, ...secretsOf(role) });
    },
    startBare: (...parameters) => start(parameters, unset),
    async close() {
      await Promise.all(processes.map((process) => process.kill()));
      await Promise.all([sandbox.close(), redis.close(), postgres.close()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Only who signs gets the password, and only who seals the intake secret. */
function secretsOf(role: WorkerRole): Record<string, string> {
  if (role === 'execute') return { FERRYMAN_KEYSTORE_PASSWORD: testPassword };
  return role === 'treasury' ? { FERRYMAN_INTAKE_SECRET: testIntakeSecret } : {};
}

/** Whatever the tests' own environment has. */
const unset = {
  REDIS_URL: '',
  DATABASE_URL: '',
  FERRYMAN_KEYSTORE_PASSWORD: '',
  FERRYMAN_INTAKE_SECRET: '',
};

function talkTo(url: string, apiKey: string): Pick<Api, 'ask' | 'submit'> {
  const authorization = `Bearer ${apiKey}`;
  return {
    async ask(path, body) {
      const headers = { authorization, 'content-type': 'application/json' };
      const posted = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
      const answer = await fetch(`${url}${path}`, { headers, ...posted });
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
    },
    async submit(idempotencyKey, body, headers = {}) {
      const answer = await fetch(`${url}/v1/swaps`, {
        method: 'POST',
        headers: {
          ...headers,
          authorization,
          'content-type': 'application/json',
          'idempotency-key': idempotencyKey,
        },
        body: JSON.stringify(body),
      });
      if (!answer.ok) throw new Error(`not submitted: ${await answer.text()}`);
      return ((await answer.json()) as { swap: { id: SwapId } }).swap.id;
    },
  };
}
