import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyOfItem } from '../../src/core/approvals/admission-item.ts';
import type { SwapId } from '../../src/core/swap/ids.ts';
import { encodeJson } from '../../src/journal/json.ts';
import { migrate } from '../../src/journal/migrate.ts';
import { allMigrations } from '../../src/journal/migrations/all-migrations.ts';
import { openJournal } from '../../src/journal/open-journal.ts';
import { closeOrder } from '../../src/journal/operations/close-order.ts';
import { recordLosses } from '../../src/journal/operations/record-losses.ts';
import { transition } from '../../src/journal/operations/transition.ts';
import { wait } from '../../src/journal/operations/wait.ts';
import { openPostgresClient } from '../../src/journal/postgres-client.ts';
import type { SqlClient, SqlSession } from '../../src/journal/sql-client.ts';
import { attributeLegs } from '../../src/journal/writes/attribute-legs.ts';
import { journalConformance } from '../conformance/journal.ts';
import { besideOn } from '../support/beside-on.ts';
import { type PostgresServer, startPostgresServer } from '../support/postgres-server.ts';
import { until } from '../support/until.ts';
import { openForTest } from './open-for-test.ts';
import { holder, hour, newWorld, type OpenedJournal, randomTxId, token } from './suite/fixture.ts';
import { lostEntry } from './suite/lost-entry.ts';
import { describeRetryHistories } from './suite/retry-histories.ts';

let server: PostgresServer;
const clients: SqlClient[] = [];
beforeAll(async () => {
  server = await startPostgresServer();
});
afterAll(async () => {
  for (const client of clients) await client.close();
  await server.close();
});

journalConformance('Postgres', async () =>
  openForTest(openPostgresClient({ url: await server.createDatabase(), poolSize: 10 })),
);

// The embedded engine executes one act after the other.
describe('a journal: Postgres', () => {
  let opened: OpenedJournal;
  beforeAll(async () => {
    opened = await openForTest(connect(await server.createJournal()));
  });
  describeRetryHistories(() => opened);
});

function connect(url: string): SqlClient {
  const client = openPostgresClient({ url, poolSize: 4 });
  clients.push(client);
  return client;
}

/** Expects the open to fail, and closes a journal that was opened nevertheless. */
async function refusalOf(url: string): Promise<unknown> {
  try {
    await (await openJournal({ kind: 'postgres', url })).close();
    return undefined;
  } catch (error) {
    return error;
  }
}

describe('Postgres', () => {
  it('is refused if it may lose committed transactions', async () => {
    const careless = await startPostgresServer(['fsync=off']);
    try {
      expect(await refusalOf(careless.url)).toMatchObject({
        code: 'CONFIG_INVALID',
        details: { setting: 'fsync' },
      });
    } finally {
      await careless.close();
    }
    const url = await server.createDatabase();
    const client = connect(url);
    const [database] = await client.query<{ name: string }>('select current_database() as name');
    await client.query(`alter database ${database?.name} set synchronous_commit = off`);
    expect(await refusalOf(url)).toMatchObject({
      code: 'CONFIG_INVALID',
      details: { setting: 'synchronous_commit' },
    });
  });

  it('admits nothing any more that persons admitted before a rollback', async () => {
    const world = await newWorld(await openForTest(connect(await server.createJournal())));
    const { journal } = world;
    const { id, version } = await world.submit();
    const item = { kind: 'provider', provider: 'across' } as const;
    const known = { facts: {}, simulation: [], block: '1', policy: 'sha256:0' };
    await journal.hold({
      ...{ swapId: id, version, state: 'awaiting_approval', fundsState: 'untouched' },
      ...{ reason: { code: 'APPROVAL_NEEDED', message: 'new' }, within: hour },
      items: [{ item, rule: 'G10', message: 'new', known }],
    });
    const [approval] = await journal.listApprovals({ swapId: id, limit: 1 });
    const by = 'API key key_person';
    await journal.decideApproval({
      ...{ id: approval?.id ?? '', kind: 'approve', scope: 'permanent', by, reason: 'known' },
      seal: { version: 1, keyId: 'test', signature: 'test' },
    });
    const keys = [keyOfItem(item)];
    expect(await journal.admittedItems(id, keys)).toHaveLength(1);
    await journal.recordLosses([lostEntry(world)]);
    expect(await journal.admittedItems(id, keys)).toEqual([]);
  });

  it('is refused if its schema is newer than the program', async () => {
    const url = await server.createJournal();
    const client = connect(url);
    await migrate(client);
    await client.query(`insert into migrations (number, name) values (99, 'from-the-future')`);
    expect(await refusalOf(url)).toMatchObject({ code: 'SCHEMA_TOO_NEW', next: 'stop' });
  });

  it('is refused if the database or the server does not exist', async () => {
    const missing = server.url.replace('/postgres?', '/nowhere?');
    expect(await refusalOf(missing)).toMatchObject({ code: 'CONFIG_INVALID' });
    expect(await refusalOf('postgres://nobody@127.0.0.1:1/nowhere')).toMatchObject({
      code: 'JOURNAL_UNAVAILABLE',
    });
  });

  it('serves a role that may not delete, as recommended', async () => {
    const url = await server.createDatabase();
    const owner = connect(url);
    // Later migrations give the role what it needs on their tables.
    await migrate(owner, allMigrations.slice(0, 32));
    await owner.query('create role ferryman_app login');
    await owner.query(
      'grant select, insert, update on all tables in schema public to ferryman_app',
    );
    await owner.query('grant delete on timers, observers, heartbeats, lane_swaps to ferryman_app');
    await owner.query('revoke update on proofs, events, boosts from ferryman_app');
    await migrate(owner);
    await owner.query('alter table attempts disable trigger user');

    const client = connect(url.replace('postgres@', 'ferryman_app@'));
    const opened = await openForTest(client);
    const world = await newWorld(opened);
    const { id, leaseId, txId } = await world.paid();
    await world.prove(id, leaseId, { txId });
    await world.settle(id);
    await world.journal.takeOver();
    await world.journal.removeDeliveries({ endedFor: 0, after: 0n, limit: 10 });
    for (const statement of [
      'delete from attempts',
      `update proofs set rule = ''`,
      `update boosts set bytes = ''`,
    ]) {
      await expect(world.raw(statement)).rejects.toThrow('permission denied');
    }
  });

  it('gives no swap to a worker that read it before the previous worker released it', async () => {
    const url = await server.createJournal();
    const [client, other] = [connect(url), connect(url)];
    const world = await newWorld(await openForTest(client));
    const { id, version } = await world.submit();
    await world.journal.lock(id, 'slow', 0);
    const early = (session: SqlSession) =>
      wait(session, { swapId: id, version, holder: 'slow', delay: 0, failed: true });
    const late = () => world.journal.lockAndRead(id, 'next', hour);
    expect(await besideOn(other)(early, late)).toBeUndefined();
    expect((await late())?.swap.consecutiveFailures).toBe(1);
  });

  it('attributes a transfer, and the whole transaction that it is in, to one swap, whichever is attributed first', async () => {
    const url = await server.createJournal();
    const [client, other] = [connect(url), connect(url)];
    const world = await newWorld(await openForTest(client));
    const beside = besideOn(other);
    for (const isWholeFirst of [true, false]) {
      const [first, second] = [await world.ready(), await world.ready()];
      const txId = randomTxId();
      const leg = { chain: world.chain, token, amount: 5n, role: 'payout' } as const;
      const seen = {
        ...leg,
        txId: txId.toUpperCase().replace('0X', '0x'),
        index: 3,
        level: 'inferred',
      } as const;
      const whole = {
        ...leg,
        txId,
        index: -1,
        level: 'operator-reported',
        promised: true,
      } as const;
      const version = await world.version(second);
      await world.journal.transition({
        swapId: second,
        version,
        state: 'needs_review',
        fundsState: 'unknown',
      });
      const resolution = {
        swapId: second,
        version: version + 1,
        as: 'paid',
        by: 'alice',
        reason: 'seen',
      } as const;
      const late = await beside(
        (session) => attributeLegs(session, first, [isWholeFirst ? whole : seen]),
        () => world.journal.resolve({ ...resolution, legs: [isWholeFirst ? seen : whole] }),
      );
      expect(late).toEqual({ kind: 'leg_attributed', bySwap: first });
      expect((await world.snapshot(second)).swap).toMatchObject({
        state: 'needs_review',
        legs: [],
      });
    }
  });

  it('ends no swap as unpaid while its loss is recorded, in either order', async () => {
    const url = await server.createJournal();
    const [client, other] = [connect(url), connect(url)];
    const world = await newWorld(await openForTest(client));
    const beside = besideOn(other);
    const swaps = [await world.ready(), await world.ready()] as const;
    const end = async (swapId: SwapId) =>
      ({
        swapId,
        version: await world.version(swapId),
        state: 'expired',
        fundsState: 'untouched',
      }) as const;
    const [first, second] = [await end(swaps[0]), await end(swaps[1])];
    await beside(
      (session) => transition(session, first),
      () => world.journal.recordLosses([lostEntry(world, { swapId: swaps[0] })]),
    );
    expect((await world.snapshot(swaps[0])).swap).toMatchObject({
      state: 'expired',
      fundsState: 'unknown',
    });
    const refusal = await beside(
      (session) => recordLosses(session, [lostEntry(world, { swapId: swaps[1], nonce: 1n })]),
      () => world.journal.transition(second),
    );
    expect(refusal).toMatchObject({ code: 'JOURNAL_STALE' });
  });

  it('writes nothing at a version that another write is just replacing', async () => {
    const url = await server.createJournal();
    const [client, other] = [connect(url), connect(url)];
    const world = await newWorld(await openForTest(client));
    const beside = besideOn(other);
    const id = await world.ready();
    const { swap, order } = await world.snapshot(id);
    const at = { swapId: id, version: swap.version };
    const reason = { code: 'X', message: 'x' };
    const late = await beside(
      (session) => closeOrder(session, { ...at, reason }),
      () => world.quote(id, at),
    );
    expect(late).toMatchObject({ code: 'JOURNAL_STALE' });
    expect(await world.snapshot(id)).not.toHaveProperty('order');

    const again = { swapId: id, version: await world.version(id) };
    const quotes = async () =>
      (await world.journal.events(id)).filter(({ type }) => type === 'quote_recorded').length;
    const before = await quotes();
    const lateQuote = await beside(
      async (session) => {
        await session.query('update swaps set version = version + 1 where id = $1', [id]);
        await session.query('update orders set open = true where id = $1', [order?.id ?? null]);
      },
      () => world.quote(id, again),
    );
    expect(lateQuote).toMatchObject({ code: 'JOURNAL_STALE' });
    expect((await world.snapshot(id)).order?.id).toBe(order?.id);
    expect(await quotes()).toBe(before);
  });

  it('chains the events of two writes at one version that come at once', async () => {
    const url = await server.createJournal();
    const [client, other] = [connect(url), connect(url)];
    const world = await newWorld(await openForTest(client));
    const beside = besideOn(other);
    const id = await world.ready();
    const at = { swapId: id, version: await world.version(id) };
    const waiting = (code: string) => ({
      ...at,
      holder,
      delay: 0,
      failed: true,
      reason: { code, message: code },
    });
    const late = [
      await beside(
        (session) => wait(session, waiting('A')),
        () => world.journal.wait(waiting('A')),
      ),
      await beside(
        (session) => wait(session, waiting('B')),
        () => world.journal.wait(waiting('C')),
      ),
      await beside(
        (session) => wait(session, waiting('D')),
        () => world.journal.transition({ ...at, state: 'executing', fundsState: 'in_flight' }),
      ),
    ];
    expect(late).toEqual([undefined, undefined, undefined]);
    const events = await world.journal.events(id);
    expect(events.slice(-5).map(({ data }) => data.code ?? data.from)).toEqual([
      'A',
      'B',
      'C',
      'D',
      'quoted',
    ]);
    let previous = '';
    for (const { seq, type, at: time, data, hash } of events) {
      previous = createHash('sha256')
        .update(previous + encodeJson({ seq, type, at: time, data, swapId: id }))
        .digest('hex');
      expect(hash).toBe(previous);
    }
  });

  it('records a loss next to a commit without a deadlock', async () => {
    const url = await server.createJournal();
    const [client, other] = [connect(url), connect(url)];
    const world = await newWorld(await openForTest(client));
    const id = await world.ready();
    expect(await world.lease(id)).toMatchObject({ kind: 'leased' });
    // A commit has the swap's lock, and takes the journal's row last.
    const late = await besideOn(other)(
      async (session) => {
        await session.query('select from swaps where id = $1 for no key update', [id]);
      },
      () => world.journal.recordLosses([lostEntry(world, { sequence: 5n })]),
      (session) => session.query('select from journal_instance for update nowait'),
    );
    expect(late).toBeUndefined();
  });

  it('reports a broken connection, and continues with another', async () => {
    const url = await server.createJournal();
    const [client, other] = [connect(url), connect(url)];
    const interrupted = client.transaction(async (session) => {
      const [own] = await session.query<{ pid: number }>('select pg_backend_pid() as pid');
      await other.query(`select pg_terminate_backend(${own?.pid})`);
      await session.query('select 1');
    });
    await expect(interrupted).rejects.toMatchObject({ code: 'JOURNAL_UNAVAILABLE' });
    expect(await client.query('select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('retries a transaction that was chosen as a deadlock’s victim', async () => {
    const url = await server.createJournal();
    const client = connect(url);
    await client.query('create table counters (id int primary key, count int not null)');
    await client.query('insert into counters values (1, 0), (2, 0)');
    const count = (session: SqlSession, id: number) =>
      session.query('update counters set count = count + 1 where id = $1', [id]);
    let begun = 0;
    let bothHaveOne = (): void => undefined;
    const opened = new Promise<void>((resolve) => {
      bothHaveOne = resolve;
    });
    let runs = 0;
    const both = (first: number, second: number): Promise<void> =>
      client.transaction(async (session) => {
        runs += 1;
        await count(session, first);
        begun += 1;
        if (begun === 2) bothHaveOne();
        await opened;
        await count(session, second);
      });
    await Promise.all([both(1, 2), both(2, 1)]);
    // One more for the victim, and again if they meet again.
    expect(runs).toBeGreaterThan(2);
    expect(await client.query('select count from counters')).toEqual([{ count: 2 }, { count: 2 }]);
  });

  it('retries a single statement that was chosen as a deadlock’s victim', async () => {
    const url = await server.createJournal();
    const [client, other] = [connect(url), connect(url)];
    await client.query('create table counters (id int primary key, count int not null)');
    await client.query('insert into counters values (1, 0), (2, 0)');
    // Each has one row when both are let go.
    const both = (first: number, second: number): Promise<unknown> =>
      client.query(
        `with first as (update counters set count = count + 1 where id = $1 returning pg_advisory_xact_lock_shared(7))
         update counters set count = counters.count + 1 from first where id = $2`,
        [first, second],
      );
    let done: Promise<unknown> = Promise.resolve();
    await other.transaction(async (session) => {
      await session.query('select pg_advisory_xact_lock(7)');
      done = Promise.all([both(1, 2), both(2, 1)]);
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await until(async () => (await client.query(waiting)).length === 2);
    });
    await done;
    expect(await client.query('select count from counters')).toEqual([{ count: 2 }, { count: 2 }]);
  });

  it('keeps signed bytes out of its errors', async () => {
    const opened = await openForTest(connect(await server.createJournal()));
    const world = await newWorld(opened);
    await world.raw('create unique index attempts_bytes_unique on attempts (bytes)');
    const bytes = '0xfeedface';
    const [first, second] = [await world.ready(), await world.ready()];
    const result = await world.lease(first);
    if (result.kind !== 'leased') throw new Error('refused');
    await world.commit(first, result.leaseId, { bytes });
    const next = await world.lease(second);
    if (next.kind !== 'leased') throw new Error('refused');
    const error: unknown = await world
      .commit(second, next.leaseId, { bytes })
      .catch((cause) => cause);
    expect(error).toMatchObject({ code: 'JOURNAL_BROKEN_INVARIANT' });
    const cause = (error as Error).cause as Error;
    expect(JSON.stringify({ ...cause, message: cause.message, stack: cause.stack })).not.toContain(
      'feedface',
    );
  });
});
