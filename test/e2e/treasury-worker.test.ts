import { Client } from 'pg';
import { createPublicClient, http } from 'viem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Api, type ServerForm, startServerForm } from '../support/server-form.ts';
import { until } from '../support/until.ts';
import { waitFor } from '../support/wait-for.ts';

const minute = 60_000;

interface Occurrence {
  instant: string;
  state: string;
  version: number;
  swaps: string[];
}

let servers: ServerForm;
let api: Api;
let database: Client;

beforeAll(async () => {
  servers = await startServerForm();
  api = await servers.startApi();
  database = new Client({ connectionString: servers.databaseUrl });
  await database.connect();
});
afterAll(async () => {
  await database?.end();
  await servers?.close();
});

const occurrences = async (): Promise<Occurrence[]> =>
  (await api.ask('/v1/treasury/occurrences')).body.occurrences as Occurrence[];

const swaps = async () =>
  (await api.ask('/v1/swaps')).body.swaps as { state: string; amount: string }[];

async function apply(amount: string, cron: string): Promise<void> {
  const rule = {
    ...{ id: 'daily', kind: 'recurring', wallet: servers.wallet.name, amount, slippageBps: 100 },
    schedule: { cron, timeZone: 'UTC' },
    from: { chain: 'ETH', token: 'native' },
    to: { chain: 'ETH', token: 'USDC' },
    receiver: servers.wallet.address,
  };
  const answer = await fetch(`${api.url}/v1/treasury/rules/daily`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${api.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ rule, reason: 'test' }),
  });
  expect(answer.status, await answer.text()).toBe(200);
}

/** Connections that wait for the lock of the test. */
async function waiting(): Promise<number[]> {
  const { rows } = await database.query<{ pid: number }>(
    `select pid from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.map(({ pid }) => pid);
}

it('a worker killed between occurrence and submission is followed by another one, and pays once', async () => {
  // Due once a day, a minute ago: no other instant comes while the test runs.
  const due = new Date(Math.floor(Date.now() / minute) * minute - minute);
  const cron = `${due.getUTCMinutes()} ${due.getUTCHours()} * * *`;
  await apply('0.01', cron);
  await database.query(
    `update treasury_rule_state set considered_until = considered_until - interval '5 minutes'`,
  );

  // Occurrences can be stored, and swaps cannot.
  await database.query('begin');
  await database.query('lock table swaps in exclusive mode');
  const killed = await servers.startWorker('treasury');
  await until(async () => (await waiting()).length > 0);
  expect(await occurrences()).toMatchObject([
    { instant: due.toISOString(), state: 'acting', version: 1, swaps: [] },
  ]);
  await killed.kill();
  // What the dead process has asked of the server must not be done after its death.
  for (const pid of await waiting()) await database.query('select pg_terminate_backend($1)', [pid]);
  await database.query('rollback');
  expect(await swaps()).toEqual([]);

  // A later version changes nothing of what is frozen.
  await apply('0.5', cron);
  const workers = await Promise.all([
    servers.startWorker('treasury'),
    servers.startWorker('treasury'),
    servers.startWorker('execute'),
    servers.startWorker('track'),
    servers.startWorker('recover'),
  ]);
  await waitFor(async () => expect((await occurrences())[0]?.state).toBe('done'));
  expect(await occurrences()).toMatchObject([{ version: 1, swaps: [expect.any(String)] }]);
  expect(await swaps()).toMatchObject([{ state: 'settled', amount: '0.01' }]);
  const chain = createPublicClient({
    transport: http(servers.sandbox.endpoints.chains.ETH.rpcUrls[0]),
  });
  const address = servers.wallet.address as `0x${string}`;
  expect(await chain.getTransactionCount({ address })).toBe(1);
  for (const worker of workers) expect(await worker.stop()).toBe(0);
});
