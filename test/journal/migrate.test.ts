import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { generatePrivateKey } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import { sandboxSettings } from '../../src/cli/sandbox-settings.ts';
import { compose } from '../../src/compose.ts';
import type { SwapId } from '../../src/core/swap/ids.ts';
import type { Checkpoint } from '../../src/executor/checkpoint.ts';
import type { Ferryman } from '../../src/ferryman.ts';
import type { FerrymanOptions } from '../../src/ferryman-options.ts';
import { migrate } from '../../src/journal/migrate.ts';
import { allMigrations } from '../../src/journal/migrations/all-migrations.ts';
import { openJournal } from '../../src/journal/open-journal.ts';
import { openPostgresClient } from '../../src/journal/postgres-client.ts';
import type { SqlClient } from '../../src/journal/sql-client.ts';
import { importWallet } from '../../src/keys/import-wallet.ts';
import type { WalletDraft } from '../../src/ports/stores/wallet-store.ts';
import { ferryman } from '../cli/io-for-test.ts';
import { hangSignal } from '../support/hang-limit.ts';
import { fund, native, oneEther, submitJob, testPassword } from '../support/harness.ts';
import { type PostgresServer, startPostgresServer } from '../support/postgres-server.ts';
import { waitFor } from '../support/wait-for.ts';

let server: PostgresServer;
const clients: SqlClient[] = [];
beforeAll(async () => {
  server = await startPostgresServer();
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await server.close();
});

function connect(url: string): SqlClient {
  const client = openPostgresClient({ url, poolSize: 2 });
  clients.push(client);
  return client;
}

const applied = (client: SqlClient) =>
  client.query<{ number: number; name: string }>(
    'select number, name from migrations order by applied_at, number',
  );

interface Column {
  table: string;
  type: string;
  /** A row cannot be inserted without it. */
  isDemanded: boolean;
}

/** Each column of the journal, by its full name. */
async function columnsOf(client: SqlClient): Promise<Map<string, Column>> {
  const rows = await client.query<Column & { name: string }>(
    `select table_name || '.' || column_name as name, table_name as table, data_type as type,
       is_nullable = 'NO' and column_default is null and is_identity = 'NO'
         and is_generated = 'NEVER' as "isDemanded"
     from information_schema.columns where table_schema = 'public'`,
  );
  return new Map(rows.map(({ name, ...column }) => [name, column]));
}

/** What the journal refuses by constraints and unique indexes, but for those of other columns. */
async function boundsOf(client: SqlClient, columns: ReadonlyMap<string, Column>) {
  const bounds = await client.query<{ table: string; column: string; bound: string }>(
    `select attrelid::regclass::text as table, attrelid::regclass || '.' || attname as column, bound
     from (
       select conrelid as relation, conkey as keys, pg_get_constraintdef(oid) as bound
       from pg_constraint
       union select indrelid, indkey::smallint[], pg_get_indexdef(indexrelid)
       from pg_index where indisunique
     ) bounds join pg_attribute on attrelid = relation and attnum = any(keys)
     join pg_class on pg_class.oid = relation and relnamespace = 'public'::regnamespace
     order by 1, 2, 3`,
  );
  return bounds.filter(({ column }) => columns.has(column));
}

/** The texts of a list of allowed values. */
function valuesOf(bound: string): string[] {
  return [...bound.matchAll(/'[^']*'::text/g)].map(([value]) => value);
}

function withoutValues<Bound extends { bound: string }>(one: Bound): Bound {
  return { ...one, bound: one.bound.replaceAll(/('[^']*'::text(, )?)+/g, 'values') };
}

/** The tables of the first released schema. */
const firstVersion = allMigrations.slice(0, 2);

const inOrder = allMigrations.map(({ number, name }) => ({ number, name }));

describe('migrations', () => {
  it('count up from one without gaps', () => {
    expect(allMigrations.map(({ number }) => number)).toEqual(
      allMigrations.map((_, index) => index + 1),
    );
  });

  it('are applied once each by four that start at once on an empty Postgres', async () => {
    const url = await server.createDatabase();
    const journals = await Promise.all(
      Array.from({ length: 4 }, () => openJournal({ kind: 'postgres', url, poolSize: 2 })),
    );
    expect(await applied(connect(url))).toEqual(inOrder);
    await Promise.all(journals.map((journal) => journal.close()));
  });

  it('are applied once each by four that start at once on a journal of an earlier version', async () => {
    const url = await server.createDatabase();
    const client = connect(url);
    await migrate(client, allMigrations.slice(0, 1));
    await Promise.all(Array.from({ length: 4 }, () => migrate(connect(url))));
    expect(await applied(client)).toEqual(inOrder);
  });

  it('are listed before they are applied', async () => {
    const url = await server.createDatabase();
    const client = connect(url);
    await migrate(client, allMigrations.slice(0, 4));
    const cli = (...parameters: string[]) =>
      ferryman(['journal', 'migrate', ...parameters, '--json'], {
        folder: tmpdir(),
        environment: { DATABASE_URL: url },
      });
    const pending = inOrder.slice(4);
    expect((await cli('--dry-run')).json()).toEqual({ schema: 4, pending, applied: false });
    expect(await applied(client)).toEqual(inOrder.slice(0, 4));
    expect((await cli()).json()).toEqual({ schema: 4, pending, applied: true });
    expect(await applied(client)).toEqual(inOrder);
    await client.query(`insert into migrations (number, name) values (99, 'from-the-future')`);
    const refused = await cli();
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.stderr).toContain('error SCHEMA_TOO_NEW: ');
  });

  it('only add to schema 33, so that processes of that version can run beside newer ones', async () => {
    const client = connect(await server.createDatabase());
    await migrate(client, allMigrations.slice(0, 33));
    const before = await columnsOf(client);
    const bounds = await boundsOf(client, before);
    await migrate(client);
    const after = await columnsOf(client);
    for (const [name, { type }] of before) expect(after.get(name)?.type, name).toBe(type);
    const known = new Set([...before.values()].map(({ table }) => table));
    const demanded = [...after].filter(
      ([name, { table, isDemanded }]) =>
        known.has(table) && isDemanded && before.get(name)?.isDemanded !== true,
    );
    expect(demanded.map(([name]) => name)).toEqual([]);
    const now = await boundsOf(client, before);
    expect(now.map(withoutValues)).toEqual(bounds.map(withoutValues));
    // A list of values may grow: what an older process writes stays allowed.
    for (const [index, { bound }] of bounds.entries())
      expect(valuesOf(now[index]?.bound ?? ''), bound).toEqual(
        expect.arrayContaining(valuesOf(bound)),
      );
  });

  it('roll back one that fails, and continue from there', async () => {
    const client = connect(await server.createDatabase());
    const broken = {
      number: 2,
      name: 'broken',
      statements: ['create table half_done (id int)', 'not sql'],
    };
    await expect(migrate(client, [...allMigrations.slice(0, 1), broken])).rejects.toThrow();
    expect(await applied(client)).toEqual(inOrder.slice(0, 1));
    expect(await client.query(`select to_regclass('half_done') as there`)).toEqual([
      { there: null },
    ]);
    await migrate(client);
    expect(await applied(client)).toEqual(inOrder);
  });
});

describe('a journal of the first version with open swaps', () => {
  let sandbox: Sandbox;
  let dataFolder: string;
  let wallet: WalletDraft;
  let options: FerrymanOptions;
  const opened: Ferryman[] = [];
  beforeAll(async () => {
    [sandbox, dataFolder] = await Promise.all([
      startSandbox({ otherChains: [] }),
      mkdtemp(join(tmpdir(), 'ferryman-upgrade-')),
    ]);
    const keystore = { dataFolder, name: 'treasury', password: testPassword, cost: 2 ** 14 };
    wallet = await importWallet({ ...keystore, secret: generatePrivateKey() });
    await fund(sandbox.endpoints, 'ETH', wallet.address, native, oneEther);
    const settings = sandboxSettings(sandbox.endpoints);
    options = {
      ...settings,
      dataFolder,
      keystorePassword: testPassword,
      logger: pino({ level: 'silent' }),
    };
  });
  afterEach(async () => {
    for (const ferryman of opened.splice(0).reverse()) await ferryman.close();
  });
  afterAll(async () => {
    await Promise.all([sandbox.close(), rm(dataFolder, { recursive: true, force: true })]);
  });

  /** Opens a journal as a new program does, in a folder of the process' own. */
  async function open(databaseUrl: string, more: Partial<FerrymanOptions> = {}): Promise<Ferryman> {
    const ferryman = await compose({ ...options, databaseUrl, ...more });
    opened.push(ferryman);
    return ferryman;
  }

  it('is brought up to date by any process that opens it, and a waiting swap continues once a person has seen its job, which has no seal', async () => {
    const databaseUrl = await server.createDatabase();
    const client = connect(databaseUrl);
    await migrate(client, firstVersion);
    const id = await submitAsFirstVersion(client, wallet);
    const before = await client.query('select seq, hash from events where swap_id = $1', [id]);

    const ferryman = await open(databaseUrl);
    expect(await applied(client)).toEqual(inOrder);
    // The first job that the new data folder seals changes nothing for those that have no seal.
    const coin = (chain: string) => ({ chain, token: native });
    const own = await submitJob(ferryman, {
      ...{ wallet: 'treasury', from: coin('ETH'), to: coin('POLYGON'), amount: '0.05' },
      ...{ receiver: wallet.address, slippageBps: 100 },
    });
    await ferryman.cancel(own.swap.id);
    await ferryman.startWorkers();
    const held = await ferryman.awaitEnd(id, { signal: hangSignal() });
    expect(held.swap).toMatchObject({ state: 'awaiting_approval', fundsState: 'untouched' });
    const [approval] = await ferryman.journal.listApprovals({ swapId: id, limit: 2 });
    expect(approval).toMatchObject({ rule: 'G13', state: 'open' });
    await ferryman.decideApproval({
      ...{ kind: 'approve', scope: 'once', by: 'an operator', reason: 'the job is ours' },
      id: approval?.id ?? '',
    });
    await waitFor(async () =>
      expect((await ferryman.journal.findSwap(id))?.swap).toMatchObject({
        state: 'settled',
        fundsState: 'moved',
        idempotencyKey: 'of the first version',
      }),
    );
    const events = await ferryman.journal.events(id);
    expect(events.slice(0, 1).map(({ seq, hash }) => ({ seq, hash }))).toEqual(before);
  });

  it('sends a payment that was signed but not sent, and signs no other', async () => {
    const [source, target] = [await server.createDatabase(), await server.createDatabase()];
    // Each journal with its own copy of the keys, as on another machine: keys sign for one journal.
    const [second, third] = [join(dataFolder, 'second'), join(dataFolder, 'third')];
    for (const folder of [second, third])
      await cp(join(dataFolder, 'keys'), join(folder, 'keys'), { recursive: true });
    const { committed, letGo, checkpoint } = haltAfterCommit();
    const old = await open(source, { checkpoint, dataFolder: second });
    await old.startWorkers();
    const coin = (chain: string) => ({ chain, token: native });
    const { swap } = await submitJob(old, {
      ...{ wallet: 'treasury', from: coin('ETH'), to: coin('POLYGON'), amount: '0.05' },
      ...{ receiver: wallet.address, slippageBps: 100 },
    });
    await committed;
    await migrate(connect(target), firstVersion);
    await copyRows(connect(source), connect(target));

    const ferryman = await open(target, { dataFolder: third });
    await ferryman.startWorkers();
    const { swap: ended, payment } = await ferryman.awaitEnd(swap.id, { signal: hangSignal() });
    expect(ended).toMatchObject({ state: 'settled', fundsState: 'moved' });
    // If its inclusion takes long, it is bumped under its nonce, so that one attempt lands.
    const attempts = await connect(target).query<{ txId: string; lease: string }>(
      'select tx_id as "txId", lease_id as lease from attempts',
    );
    expect(new Set(attempts.map(({ lease }) => lease)).size).toBe(1);
    expect(attempts.map(({ txId }) => txId)).toContain(payment?.txId);
    letGo();
  });
});

/** Stops the process that has committed a signed payment, before it is sent. */
function haltAfterCommit() {
  let arrive = (): void => undefined;
  let letGo = (): void => undefined;
  const committed = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const gone = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  return {
    committed,
    letGo: () => letGo(),
    async checkpoint(point: Checkpoint): Promise<void> {
      if (point !== 'attempt-committed') return;
      arrive();
      await gone;
    },
  };
}

/** Tables of the first version, each after those that it references. */
const tables = [
  ...[
    'wallets',
    'wallet_chain',
    'chain_heads',
    'swaps',
    'timers',
    'events',
    'orders',
    'proofs',
    'steps',
    'leases',
  ],
  ...['lease_steps', 'attempts', 'assets', 'reservations', 'allowances', 'allowance_needs'],
];

/** The part of a journal that an older schema has columns for. */
async function copyRows(from: SqlClient, to: SqlClient): Promise<void> {
  for (const table of tables) {
    const [{ rows } = { rows: '[]' }] = await from.query<{ rows: string }>(
      `select coalesce(json_agg(t), '[]')::text as rows from ${table} t`,
    );
    const [{ columns } = { columns: '' }] = await to.query<{ columns: string }>(
      `select string_agg(quote_ident(column_name), ', ') as columns
       from information_schema.columns where table_schema = 'public' and table_name = $1`,
      [table],
    );
    await to.query(
      `insert into ${table} (${columns}) overriding system value
       select ${columns} from json_populate_recordset(null::${table}, $1::text::json)`,
      [rows],
    );
  }
}

/** Exactly what the first version wrote. */
async function submitAsFirstVersion(client: SqlClient, wallet: WalletDraft): Promise<SwapId> {
  const id = randomUUID() as SwapId;
  const walletId = randomUUID();
  const { name, family, address, keyRef } = wallet;
  await client.query(
    'insert into wallets (id, name, family, address, key_ref) values ($1, $2, $3, $4, $5)',
    [...[walletId, name, family, address, keyRef]],
  );
  const coin = { family: 'evm', token: native, decimals: 18 };
  const job = {
    wallet: { id: walletId, name, address },
    from: { ...coin, chain: 'ETH', symbol: 'ETH' },
    to: { ...coin, chain: 'POLYGON', symbol: 'POL' },
    amount: '50000000000000000',
    receiver: address,
    bound: { kind: 'slippage', slippageBps: 100 },
    refundAddress: address,
    providers: { allow: [], deny: [] },
    flow: 'wallet',
    deadline: Date.now() + 600_000,
    metadata: {},
  };
  await client.query(
    `with swap as (
      insert into swaps (id, idem_key, body_hash, job, wallet_id, wallet_name, from_chain, to_chain, to_token,
        receiver, state, funds_state, version, last_event_seq, last_event_hash)
      values ($1, 'of the first version', 'a hash', $2::jsonb, $3, $4, 'ETH', 'POLYGON', $5, $6, 'requested', 'untouched',
        1, 1, event_hash('', $1, 1, now(), 'swap_submitted', $7))
      returning id, last_event_hash
    ), event as (
      insert into events (swap_id, seq, type, at, data, hash)
      select id, 1, 'swap_submitted', date_trunc('milliseconds', now()), $7::text::json, last_event_hash from swap
    )
    insert into timers (swap_id, due_at) select id, now() from swap`,
    [id, JSON.stringify(job), walletId, name, native, address, JSON.stringify({ wallet: name })],
  );
  return id;
}
