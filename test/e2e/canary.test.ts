import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { Queue, QueueEvents } from 'bullmq';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import pino from 'pino';
import { english, generateMnemonic, mnemonicToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import { createEndpoints } from '../../src/api/endpoints/endpoints.ts';
import { serveApi } from '../../src/api/serve-api.ts';
import type { SwapId } from '../../src/core/swap/ids.ts';
import { ensureFirstApiKey } from '../../src/executor/api-keys/create-api-key.ts';
import { deriveIntakeKey, signIntake } from '../../src/executor/intake-signature.ts';
import { type Canary, findSecrets } from '../support/find-secrets.ts';
import { hangSignal } from '../support/hang-limit.ts';
import {
  coinForUsdc,
  fund,
  native,
  oneEther,
  startTestFerryman,
  type TestFerryman,
  testPassword,
} from '../support/harness.ts';
import { testIntakeSecret } from '../support/intake-keys.ts';
import { type PostgresServer, startPostgresServer } from '../support/postgres-server.ts';
import { tellSandbox } from '../support/tell-sandbox.ts';
import { until } from '../support/until.ts';

const mnemonic = generateMnemonic(english);
const owner = mnemonicToAccount(mnemonic);
const routerKey = `router-${randomBytes(16).toString('hex')}`;
const text = (name: string, secret: string): Canary => ({ name, bytes: Buffer.from(secret) });

let sandbox: Sandbox;
let postgres: PostgresServer;
let router: Server;
let receiver: Server;
let test: TestFerryman;
let api: Awaited<ReturnType<typeof serveApi>>;
let apiKey: { id: string; key: string };
const canaries: Canary[] = [
  text('the keystore password', testPassword),
  text('the mnemonic', mnemonic),
  { name: 'the private key', bytes: owner.getHdKey().privateKey! },
  text('the intake secret', testIntakeSecret),
  text('the router key', routerKey),
];
let logs = '';
let deliveries = 0;

/** A router that fails twice and repeats the caller's key, then that of the sandbox. */
async function startEchoingRouter(target: string): Promise<Server> {
  let failures = 2;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const key = String(request.headers.apikey);
    if (failures-- > 0) {
      response.writeHead(500, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: `no route for ${key}`, code: 2001, key }));
      return;
    }
    const answer = await fetch(`${target}${request.url}`, {
      method: request.method ?? 'GET',
      headers: { 'content-type': 'application/json', apikey: key },
      ...(request.method === 'POST' ? { body } : {}),
    });
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(await answer.text());
  });
  return listening(server);
}

async function listening(server: Server): Promise<Server> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

beforeAll(async () => {
  [sandbox, postgres] = await Promise.all([
    startSandbox({ otherChains: [] }),
    startPostgresServer(),
  ]);
  const { endpoints } = sandbox;
  router = await startEchoingRouter(endpoints.router.url);
  // Fails at first, so that deliveries are tried again.
  receiver = await listening(
    createServer((request, response) => {
      request.resume().on('end', () => {
        deliveries += 1;
        response.writeHead(deliveries === 1 ? 500 : 200).end();
      });
    }),
  );
  const stream = new Writable({
    write(chunk, _encoding, done) {
      logs += chunk;
      done();
    },
  });
  test = await startTestFerryman({
    endpoints,
    postgres,
    wallets: ['treasury'],
    privateKeys: [mnemonic],
    routerUrl: urlOf(router),
    adjust: (options) => ({
      ...options,
      router: { ...options.router, apiKey: routerKey },
      webhooks: { allowPrivateAddresses: true },
      logger: pino({ level: 'trace' }, stream),
    }),
  });
  await fund(endpoints, 'ETH', owner.address, native, 10n * oneEther);
  apiKey = (await ensureFirstApiKey(test.ferryman))!;
  api = await serveApi({ ...test.ferryman, logger: test.options.logger }, { port: 0 });
  canaries.push(text('the API key', apiKey.key.slice('fm_'.length)));
  canaries.push({ name: 'the intake key', bytes: deriveIntakeKey(apiKey.key) });
});
afterAll(async () => {
  await api?.close();
  await test?.close();
  router?.close();
  receiver?.close();
  await Promise.all([sandbox?.close(), postgres?.close()]);
});

const ask = async (path: string, request: RequestInit = {}, key = apiKey.key) => {
  const answer = await fetch(`${api.url}${path}`, {
    ...request,
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    signal: hangSignal(),
  });
  return answer.text();
};
const post = (path: string, body: unknown) =>
  ask(path, { method: 'POST', body: JSON.stringify(body) });
const job = (amount: string) => coinForUsdc(sandbox.endpoints, 'ETH', { amount });
const stateOf = async (id: string) =>
  (await test.ferryman.awaitEnd(id as SwapId, { signal: hangSignal() })).swap.state;

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
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  return Buffer.concat(
    await Promise.all(
      files
        .filter((file) => file.isFile())
        .map((file) => readFile(join(file.parentPath, file.name))),
    ),
  );
}

describe('known secrets', () => {
  it('are found in every form', () => {
    const [secret = canaries[0]!] = canaries;
    for (const encoding of ['latin1', 'hex', 'base64', 'base64url'] as const)
      for (const prefix of ['', 'a', 'ab', 'abc']) {
        const leak = Buffer.concat([Buffer.from(prefix), secret.bytes, Buffer.from('xyz')]);
        expect(findSecrets(leak.toString(encoding), canaries)).not.toEqual([]);
      }
  });

  it('are in no log, metric, error, answer, queue or journal after swaps and faults', async () => {
    const hook = JSON.parse(
      await post('/v1/webhooks', { url: `${urlOf(receiver)}/hook` }),
    );
    expect(typeof hook.secret).toBe('string');
    canaries.push(text('the webhook secret', hook.secret.replace(/^whsec_/, '')));
    canaries.push({
      name: 'the webhook key',
      bytes: Buffer.from(hook.secret.replace(/^whsec_/, ''), 'base64'),
    });
    const { swap } = JSON.parse(await post('/v1/swaps', job('0.011')));
    // By the queue, with a key that is nobody's as well.
    const intake = await test.ferryman.openIntake();
    const connection = { path: join(test.options.dataFolder, 'redis', 'redis.sock') };
    const producer = new Queue('swaps', { connection });
    const events = new QueueEvents('swaps', { connection });
    await events.waitUntilReady();
    const covered = { keyId: apiKey.id, idempotencyKey: 'by-queue', job: job('0.012') };
    const signature = signIntake(deriveIntakeKey(apiKey.key), covered).toString('hex');
    const added = await producer.add('swap', { ...covered, signature });
    const forged = await producer.add('swap', { ...covered, signature: '00'.repeat(32) });
    const result = (await added.waitUntilFinished(events)) as { swapId: string };
    await forged.waitUntilFinished(events).catch(() => undefined);
    expect(await Promise.all([swap.id, result.swapId].map(stateOf))).toEqual([
      'settled',
      'settled',
    ]);
    await until(async () => deliveries > 1);

    // Faults: a chain and a router that fail, bad requests, a wrong key.
    await tellSandbox(sandbox.endpoints.control.url, '/router', { failNext: 2, status: 401 });
    const failing = JSON.parse(await post('/v1/swaps', job('0.013')));
    const answers = [
      await post('/v1/swaps', { ...job('0.014'), receiver: apiKey.id }),
      await post('/v1/swaps', { wallet: 'nobody' }),
      await ask('/v1/swaps', {}, `${apiKey.key}x`),
      await post('/v1/quotes', job('0.015')),
    ];
    expect(await stateOf(failing.swap.id)).toBe('settled');

    const named: Record<string, string> = { swaps: swap.id, webhooks: hook.webhook.id };
    const reading = createEndpoints({ chains: [] } as never).filter(
      ({ method }) => method === 'get',
    );
    for (const { path } of reading) {
      const [, , group = ''] = path.split('/');
      const id = named[group] ?? (group === 'wallets' ? 'treasury' : 'none');
      if (!path.endsWith('/wait')) answers.push(await ask(path.replace(/\{\w+\}/, id)));
    }
    const { text: metrics } = await test.ferryman.metrics.expose();
    const dumps = {
      logs,
      metrics,
      answers: answers.join('\n'),
      journal: await dumpJournal(),
      redis: await dumpRedis(),
    };
    await Promise.all([producer.close(), events.close(), intake.close()]);
    for (const [where, dump] of Object.entries(dumps)) {
      // It was really written there.
      expect(dump.length, where).toBeGreaterThan(500);
      expect(findSecrets(dump, canaries), where).toEqual([]);
    }
    expect(dumps.journal).toContain(swap.id);
    expect(dumps.redis.includes(apiKey.id)).toBe(true);
  });
});
