import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import type { SwapId } from '../../src/core/swap/ids.ts';
import { openPostgresClient } from '../../src/journal/postgres-client.ts';
import type { SqlClient } from '../../src/journal/sql-client.ts';
import { hangSignal } from '../support/hang-limit.ts';
import {
  coinForUsdc,
  fund,
  native,
  oneEther,
  startTestFerryman,
  submitJob,
  type TestFerryman,
} from '../support/harness.ts';

let sandbox: Sandbox;
let folder = '';
beforeAll(async () => {
  [sandbox, folder] = await Promise.all([
    startSandbox({ otherChains: [] }),
    mkdtemp(join(tmpdir(), 'ferryman-archive-')),
  ]);
});
afterAll(async () => {
  await sandbox?.close();
  await rm(folder, { recursive: true, force: true });
});

/** What keeps the answers of a swap in the journal, and how it is taken back. */
const reasons: readonly [why: string, set: string, unset: string][] = [
  [
    'its wallet is frozen',
    `update wallets set frozen_reason = 'x'`,
    'update wallets set frozen_reason = null',
  ],
  [
    'its deposit address is watched',
    `update orders set deposit_watched_until = now() + interval '1 day'`,
    'update orders set deposit_watched_until = null',
  ],
  [
    'it is looked at again',
    "insert into timers (swap_id, due_at) select id, now() + interval '1 day' from swaps",
    'delete from timers',
  ],
  [
    'its funds are unknown',
    `update swaps set funds_state = 'unknown'`,
    `update swaps set funds_state = 'moved'`,
  ],
  [
    'its settlement is disputed',
    `update swaps set settlement_level = 'disputed'`,
    `update swaps set settlement_level = 'verified'`,
  ],
  [
    'a person has to look at it',
    `update swaps set state = 'needs_review', ended_as = 'settled'`,
    `update swaps set state = 'settled', ended_as = null`,
  ],
  ['a proof of it is in doubt', `update leases set doubt = '{}'`, 'update leases set doubt = null'],
];

describe.each([
  ['PGlite', 'pglite'],
  ['Postgres', undefined],
] as const)('the answers of the routing service on %s', (name, postgres) => {
  let home: TestFerryman;
  let client: SqlClient | undefined;
  let id: SwapId;
  const key = randomUUID();
  const job = () => coinForUsdc(sandbox.endpoints, 'ETH', { amount: '0.05' });
  const archive = (to = join(folder, name), unchangedFor = 0) =>
    home.ferryman.journal.archivePayloads({
      ...{ folder: to, unchangedFor },
      ...{ limit: 100, now: Date.now() },
    });

  beforeAll(async () => {
    const wallets = ['treasury'];
    home = await startTestFerryman({ endpoints: sandbox.endpoints, postgres, wallets });
    const { databaseUrl } = home.options;
    if (databaseUrl !== undefined) client = openPostgresClient({ url: databaseUrl, poolSize: 1 });
    await fund(sandbox.endpoints, 'ETH', home.wallets.treasury ?? '', native, oneEther);
    id = (await submitJob(home.ferryman, job(), key)).swap.id;
    const { swap } = await home.ferryman.awaitEnd(id, { signal: hangSignal() });
    expect(swap.state).toBe('settled');
  });
  afterAll(async () => {
    await client?.close();
    await home?.close();
  });

  it('stay while the swap is recent', async () => {
    const report = await home.ferryman.runRetention({ payloadsAfterDays: 1, folder });
    expect(report).toEqual({ orders: 0, removedBytes: 0, archivedBytes: 0, folder });
  });

  it('stay if no archive can be written', async () => {
    await writeFile(join(folder, `${name}-file`), '');
    await expect(archive(join(folder, `${name}-file`))).rejects.toMatchObject({
      code: 'ARCHIVE_FAILED',
    });
  });

  // Nothing else can write into an embedded journal.
  if (name !== 'PGlite')
    it('stay if something may still happen', async () => {
      for (const [why, set, unset] of reasons) {
        await client?.query(set);
        expect(await archive(), why).toMatchObject({ orders: 0 });
        await client?.query(unset);
      }
    });

  it('go to a file with a hash, once, and the swap answers as before', async () => {
    const { journal } = home.ferryman;
    const [before, history] = [await journal.findSwap(id), await journal.events(id)];
    const report = await archive();
    expect(report).toMatchObject({ orders: 1 });
    expect(report.removedBytes).toBeGreaterThan(1_000);
    expect(await archive()).toMatchObject({ orders: 0 });

    const [file = '', ...others] = await readdir(join(folder, name));
    expect(others).toEqual([]);
    const bytes = await readFile(join(folder, name, file));
    const lines = gunzipSync(bytes).toString().trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { swapId: id, quote: expect.anything(), swapData: expect.anything() },
    ]);
    if (client) {
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      expect(await client.query('select name, sha256, orders from archives')).toEqual([
        { name: file, sha256, orders: 1 },
      ]);
    }

    expect(await journal.findSwap(id)).toEqual(before);
    expect(await journal.events(id)).toEqual(history);
    // The same job under its key is the same swap, and pays nothing.
    const again = await submitJob(home.ferryman, job(), key);
    expect(again).toMatchObject({ created: false, swap: { id } });
    await expect(home.ferryman.retry(id)).rejects.toMatchObject({ code: 'PAYMENT_LANDED' });
    expect(await home.ferryman.ready()).toMatchObject({ ok: true });
  });
});
