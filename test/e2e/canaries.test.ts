import { execFile } from 'node:child_process';
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { promisify } from 'node:util';
import { base58 } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { generateMnemonic, mnemonicToSeedSync } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { Keypair } from '@solana/web3.js';
import { mnemonicNew, mnemonicToPrivateKey } from '@ton/crypto';
import { Queue, QueueEvents } from 'bullmq';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import { createEndpoints } from '../../src/api/endpoints/endpoints.ts';
import { serveApi } from '../../src/api/serve-api.ts';
import {
  jobOf,
  type PlannedRoute,
  planRoutes,
  type WalletOf,
} from '../../src/cli/demo/plan-routes.ts';
import { fundSandboxWallet } from '../../src/cli/fund-sandbox-wallet.ts';
import { type Family, families } from '../../src/core/swap/chains.ts';
import type { SwapId } from '../../src/core/swap/ids.ts';
import { ensureFirstApiKey } from '../../src/executor/api-keys/create-api-key.ts';
import { deriveIntakeKey, signIntake } from '../../src/executor/intake-signature.ts';
import { backUpPostgres } from '../../src/journal/backup/back-up-postgres.ts';
import { importWallet } from '../../src/keys/import-wallet.ts';
import { type AnsweringServer, startAnsweringServer } from '../support/answering-server.ts';
import { type BreakingProxy, startBreakingProxy } from '../support/breaking-proxy.ts';
import { type Canary, findCanaries, phraseCanary, textCanary } from '../support/canaries.ts';
import { hangSignal } from '../support/hang-limit.ts';
import { startTestFerryman, type TestFerryman, testPassword } from '../support/harness.ts';
import { testIntakeSecret } from '../support/intake-keys.ts';
import { startOtlpReceiver } from '../support/otlp-receiver.ts';
import { type PostgresServer, startPostgresServer } from '../support/postgres-server.ts';
import { until } from '../support/until.ts';

/*
 * A service with known keys, phrases, API keys and secrets settles swaps of every family, and is
 * made to fail. Then all that it has written or answered is searched for each of them.
 */

const random = (): string => randomBytes(16).toString('hex');
const routerKey = `router-${random()}`;
const nodeKey = `node-${random()}`;
const databasePassword = `database-${random()}`;

/** A secret for each family's wallet, in a form that its wallets export, and what it must not show. */
async function makeSecrets(): Promise<Record<Family, { secret: string; canaries: Canary[] }>> {
  const phrase = generateMnemonic(wordlist);
  const seed = mnemonicToSeedSync(phrase);
  const derived = HDKey.fromMasterSeed(seed).derive("m/44'/60'/0'/0/0");
  const [tron, bitcoin] = [randomBytes(32), randomBytes(32)];
  const solana = Keypair.generate().secretKey;
  const tonWords = await mnemonicNew(24);
  const ton = await mnemonicToPrivateKey(tonWords);
  const key = (name: string, bytes: Uint8Array): Canary => ({ name: `the key of ${name}`, bytes });
  return {
    evm: {
      secret: phrase,
      canaries: [
        phraseCanary('the phrase of EVM', phrase),
        { name: 'the seed of EVM', bytes: seed },
        key('EVM', derived.privateKey!),
      ],
    },
    tron: { secret: tron.toString('hex'), canaries: [key('TRON', tron)] },
    solana: {
      secret: base58.encode(solana),
      canaries: [key('Solana', solana.subarray(0, 32)), key('Solana, as a pair', solana)],
    },
    ton: {
      secret: tonWords.join(' '),
      canaries: [
        phraseCanary('the phrase of TON', tonWords.join(' ')),
        key('TON', ton.secretKey.subarray(0, 32)),
      ],
    },
    bitcoin: { secret: bitcoin.toString('hex'), canaries: [key('Bitcoin', bitcoin)] },
  };
}

let sandbox: Sandbox;
let postgres: PostgresServer;
let router: BreakingProxy;
let node: BreakingProxy;
let hooks: AnsweringServer;
let traces: Awaited<ReturnType<typeof startOtlpReceiver>>;
let test: TestFerryman;
let api: Awaited<ReturnType<typeof serveApi>>;
let apiKey: { id: string; key: string };
let walletOf: WalletOf;
let backups: string;
let deliveries = 0;
let logs = '';
const errors: string[] = [];
const canaries: Canary[] = [
  textCanary('the keystore password', testPassword),
  textCanary('the intake secret', testIntakeSecret),
  textCanary('the router’s key', routerKey),
  textCanary('the node’s key', nodeKey),
  textCanary('the database password', databasePassword),
  {
    name: 'the key that seals jobs',
    bytes: createHmac('sha256', testIntakeSecret).update('ferryman-job-seal-v1').digest(),
  },
];

beforeAll(async () => {
  const secrets = await makeSecrets();
  canaries.push(...Object.values(secrets).flatMap((one) => one.canaries));
  [sandbox, postgres, traces, backups, hooks] = await Promise.all([
    startSandbox(),
    startPostgresServer(),
    startOtlpReceiver(),
    mkdtemp(join(tmpdir(), 'ferryman-canaries-')),
    // The first delivery fails and is tried again.
    startAnsweringServer((_, response) => {
      deliveries += 1;
      response.writeHead(deliveries === 1 ? 500 : 204).end();
    }),
  ]);
  const { endpoints } = sandbox;
  [router, node] = await Promise.all([
    startBreakingProxy(endpoints.router.url),
    startBreakingProxy(endpoints.chains.ETH.rpcUrls[0]!),
  ]);
  const stream = new Writable({
    write(chunk, _encoding, done) {
      logs += chunk;
      done();
    },
  });
  const { evm, ...others } = secrets;
  test = await startTestFerryman({
    endpoints,
    postgres,
    wallets: ['evm'],
    privateKeys: [evm.secret],
    familyWallets: Object.fromEntries(
      Object.entries(others).map(([family, { secret }]) => [family, { name: family, secret }]),
    ),
    routerUrl: router.url,
    adjust: (options) => ({
      ...options,
      databaseUrl: withPassword(options.databaseUrl!),
      router: { ...options.router, apiKey: routerKey },
      chains: options.chains.map(({ wsUrls, ...one }) =>
        one.chain.name === 'ETH'
          ? { ...one, rpcUrls: [`${node.url}/?key=${nodeKey}`] }
          : { ...one, ...(wsUrls ? { wsUrls } : {}) },
      ),
      webhooks: { allowPrivateAddresses: true },
      tracing: { endpoint: traces.url },
      logger: pino({ level: 'trace' }, stream),
    }),
  });
  const wallets = await test.ferryman.journal.wallets();
  await Promise.all(
    wallets.map(({ family, address }) => fundSandboxWallet(endpoints, address, family)),
  );
  walletOf = (family) => {
    const { address } = wallets.find((one) => one.family === family)!;
    return { name: family, address };
  };
  apiKey = (await ensureFirstApiKey(test.ferryman))!;
  canaries.push(textCanary('the API key', apiKey.key.slice('fm_'.length)));
  canaries.push({ name: 'the intake key', bytes: deriveIntakeKey(apiKey.key) });
  api = await serveApi({ ...test.ferryman, logger: test.options.logger }, { port: 0 });
  errors.push(...(await refusedSecrets(secrets)));
});
afterAll(async () => {
  await api?.close();
  await test?.close();
  await Promise.all([router, node, hooks, traces, sandbox, postgres].map((one) => one?.close()));
  if (backups) await rm(backups, { recursive: true, force: true });
});

function withPassword(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.password = databasePassword;
  return url.href;
}

/** What is said of secrets that are not quite right. */
async function refusedSecrets(secrets: Record<Family, { secret: string }>): Promise<string[]> {
  return Promise.all(
    families.map(async (family) => {
      const secret = `${secrets[family].secret}x`;
      const wallet = { dataFolder: backups, name: `bad-${family}`, password: testPassword, family };
      const error = await importWallet({ ...wallet, secret }).then(
        () => new Error('it was imported'),
        (cause: unknown) => cause as Error,
      );
      return JSON.stringify({ ...error, message: error.message, stack: error.stack });
    }),
  );
}

const ask = async (path: string, request: RequestInit = {}, key = apiKey.key): Promise<string> => {
  const answer = await fetch(`${api.url}${path}`, {
    ...request,
    headers: {
      authorization: `Bearer ${key}`,
      // Not a stream of events, which does not end.
      accept: 'application/json',
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      traceparent: `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`,
    },
    signal: hangSignal(),
  });
  return answer.text();
};
const post = (path: string, body: unknown): Promise<string> =>
  ask(path, { method: 'POST', body: JSON.stringify(body) });

/** One swap of each family, and a deposit with a memo. */
function someRoutes(): PlannedRoute[] {
  const { endpoints } = sandbox;
  const routes = planRoutes(endpoints);
  const familyOf = ({ from }: PlannedRoute): Family | undefined =>
    endpoints.chains[from as keyof typeof endpoints.chains]?.family;
  return [
    ...families.map((family) => routes.find((route) => familyOf(route) === family)!),
    routes.find((route) => route.kind === 'deposit' && familyOf(route) === 'ton')!,
  ];
}

const stateOf = async (id: string): Promise<string> =>
  (await test.ferryman.awaitEnd(id as SwapId, { signal: hangSignal() })).swap.state;

/** By the queue, and once with a signature that is nobody's. */
async function submitByQueue(job: object): Promise<string> {
  const intake = await test.ferryman.openIntake();
  const connection = { path: join(test.options.dataFolder, 'redis', 'redis.sock') };
  const producer = new Queue('swaps', { connection });
  const events = new QueueEvents('swaps', { connection });
  try {
    await events.waitUntilReady();
    const covered = { keyId: apiKey.id, idempotencyKey: 'by-queue', job };
    const signature = signIntake(deriveIntakeKey(apiKey.key), covered as never).toString('hex');
    const added = await producer.add('swap', { ...covered, signature });
    const forged = await producer.add('swap', { ...covered, signature: '00'.repeat(32) });
    const { swapId } = (await added.waitUntilFinished(events)) as { swapId: string };
    await forged.waitUntilFinished(events).catch(() => undefined);
    return swapId;
  } finally {
    await Promise.all([producer.close(), events.close(), intake.close()]);
  }
}

/** Every row of every table. */
async function dumpJournal(): Promise<string> {
  const client = new Client({ connectionString: test.options.databaseUrl });
  await client.connect();
  const { rows: tables } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  let dump = '';
  for (const { name } of tables) {
    const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t`);
    dump += rows.map(({ row }) => row).join('\n');
  }
  await client.end();
  return dump;
}

/** The append-only file has all that was ever written. */
async function dumpRedis(): Promise<Buffer> {
  const folder = join(test.options.dataFolder, 'redis');
  const redis = new Redis({ path: join(folder, 'redis.sock') });
  await redis.save().catch(() => undefined);
  redis.disconnect();
  return readFolder(folder);
}

async function readFolder(folder: string): Promise<Buffer> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = files.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  return Buffer.concat(await Promise.all(paths.map((path) => readFile(path))));
}

/** As a restore would run it. */
async function dumpBackup(): Promise<string> {
  const { databaseUrl } = test.options;
  const { folder } = await backUpPostgres(databaseUrl!, backups, Date.now(), 'a test');
  const { stdout } = await promisify(execFile)(
    'pg_restore',
    ['--file=-', join(folder, 'journal.dump')],
    { maxBuffer: 2 ** 28 },
  );
  return stdout + (await readFolder(folder)).toString('latin1');
}

describe('known secrets', () => {
  it('would be found in every form', () => {
    for (const canary of canaries) {
      const secret = Buffer.from(canary.bytes);
      for (const encoding of ['latin1', 'hex', 'base64', 'base64url'] as const)
        for (const before of ['', 'a', 'ab', 'abc']) {
          const leak = Buffer.concat([Buffer.from(before), secret, Buffer.from('xyz')]);
          expect(findCanaries(leak.toString(encoding), canaries), canary.name).not.toEqual([]);
        }
      for (const leak of [base58.encode(secret), JSON.stringify([...secret])])
        expect(findCanaries(`a ${leak} b`, canaries), canary.name).not.toEqual([]);
      for (const separator of [' ', '","', '\n'])
        if (canary.words)
          expect(findCanaries(canary.words.slice(4, 7).join(separator), canaries)).not.toEqual([]);
    }
  });

  it('are in nothing that a service writes or answers, after swaps of every family and faults', async () => {
    const hook = JSON.parse(await post('/v1/webhooks', { url: `${hooks.url}/hook` }));
    const hookSecret = String(hook.secret).replace(/^whsec_/, '');
    canaries.push(textCanary('the webhook’s secret', hookSecret));
    canaries.push({ name: 'the webhook’s key', bytes: Buffer.from(hookSecret, 'base64') });
    const second = JSON.parse(await post('/v1/keys', { name: 'viewer', scopes: ['view'] }));
    canaries.push(textCanary('the second API key', String(second.key).slice('fm_'.length)));

    // The router repeats the key that it was called with; once the jobs are accepted, the node fails.
    router.next.push(
      { status: 500, body: JSON.stringify({ code: 2001, reason: `no route for ${routerKey}` }) },
      { status: 401, body: JSON.stringify({ error: `unknown key ${routerKey}`, key: routerKey }) },
    );
    const jobs = someRoutes().map((route) => jobOf(route, sandbox.endpoints, walletOf));
    const answers = await Promise.all(jobs.map((job) => post('/v1/swaps', job)));
    node.next.push({ status: 500 }, { status: 403, body: `${nodeKey} is used up` });
    for (const answer of answers) expect(JSON.parse(answer)).toHaveProperty('swap.id');
    const byApi = answers.map((answer) => JSON.parse(answer).swap.id as string);
    const byQueue = await submitByQueue({ ...jobs[0], amount: '0.011' });
    node.next.push('answer cut', { status: 429 });
    const ids = [...byApi, byQueue];
    expect(await Promise.all(ids.map(stateOf))).toEqual(ids.map(() => 'settled'));
    await until(async () => deliveries > 1);

    answers.push(
      await post('/v1/swaps', { wallet: 'nobody' }),
      await post('/v1/swaps', { ...jobs[0], receiver: 'nobody' }),
      await ask('/v1/swaps', {}, `${apiKey.key}x`),
      await ask('/v1/swaps', { method: 'POST', body: '{"wallet":' }),
      await post('/v1/quotes', jobs[0]),
      await ask('/v1/audit', {}, second.key),
    );
    const named: Record<string, string> = {
      swaps: ids[0]!,
      webhooks: hook.webhook.id,
      wallets: 'evm',
    };
    for (const { method, path } of createEndpoints({ chains: [] } as never)) {
      const [, , group = ''] = path.split('/');
      if (method === 'get' && !path.endsWith('/wait'))
        answers.push(await ask(path.replace(/\{\w+\}/, named[group] ?? 'none')));
    }
    await until(async () => traces.spans.some(({ name }) => name === 'swap'));

    const { text: metrics } = await test.ferryman.metrics.expose();
    const written: Record<string, string | Uint8Array> = {
      logs,
      metrics,
      errors: errors.join('\n'),
      answers: answers.join('\n'),
      journal: await dumpJournal(),
      redis: await dumpRedis(),
      webhooks: hooks.requests.map((one) => JSON.stringify(one)).join('\n'),
      traces: traces.text(),
      backup: await dumpBackup(),
    };
    for (const [where, dump] of Object.entries(written)) {
      // It was really written there.
      expect(dump.length, where).toBeGreaterThan(500);
      expect(findCanaries(dump, canaries), where).toEqual([]);
    }
    for (const where of ['logs', 'answers', 'journal', 'webhooks', 'backup'])
      expect(written[where], where).toContain(ids[0]);
    expect(Buffer.from(written.redis!).includes(apiKey.id)).toBe(true);
  });
});
