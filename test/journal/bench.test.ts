import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'vitest';
import { openPgliteClient } from '../../src/journal/pglite-client.ts';
import { openPostgresClient } from '../../src/journal/postgres-client.ts';
import { startPostgresServer } from '../support/postgres-server.ts';
import { openForTest } from './open-for-test.ts';
import { newWorld, leased, committed, included, type World } from './suite/fixture.ts';
import type { SqlClient } from '../../src/journal/sql-client.ts';

async function run(name: string, client: SqlClient, workers: number) {
  const opened = await openForTest(client);
  const rate = async (label: string, n: number, task: (w: number, i: number) => Promise<unknown>) => {
    const start = performance.now();
    let i = 0;
    await Promise.all(Array.from({ length: workers }, async (_, w) => { while (i < n) { i++; await task(w, i); } }));
    const s = (performance.now() - start) / 1000;
    console.log(name, label, Math.round(n / s) + '/s');
  };
  const worlds: World[] = [];
  for (let w = 0; w < workers; w++) worlds.push(await newWorld(opened));
  const N = Number(process.env.BN ?? 600);
  await rate('select 1', 4000, () => client.query('select 1'));
  const ids: import('../../src/core/ids.ts').SwapId[][] = worlds.map(() => []);
  await rate('submit', N, async (w) => { ids[w]!.push((await worlds[w]!.submit()).id); });
  await rate('claim', N * 2, (w, i) => opened.journal.claim(ids[w]![i % ids[w]!.length]!, 'a', 1000));
  await rate('snapshot', N, (w, i) => opened.journal.snapshot(ids[w]![i % ids[w]!.length]!));
  await rate('quote+swapdata (incl. 4 snapshots)', N, async (w, i) => { const id = ids[w]![i % ids[w]!.length]!; await worlds[w]!.quote(id); await worlds[w]!.swapData(id); });
  const paid: { id: any; leaseId: any; txId: string; w: number }[] = [];
  const bal = { block: 100n, balances: new Map([['0x0000000000000000000000000000000000000000', 10n ** 18n]]) };
  await rate('lease+commit (incl. 1 snapshot)', N, async (w) => {
    const id = ids[w]!.pop(); if (!id) return;
    const l = leased(await worlds[w]!.lease(id, { balances: bal }));
    const txId = '0x' + Math.random().toString(16).slice(2) + id;
    committed(await worlds[w]!.commit(id, l.leaseId, { txId }));
    paid.push({ id, leaseId: l.leaseId, txId, w });
  });
  console.log(name, 'paid', paid.length);
  let t = performance.now();
  for (const [w, world] of worlds.entries()) {
    await world.observe(Object.fromEntries(paid.filter((p) => p.w === w).map((p) => [p.txId, included(90n)])));
  }
  console.log(name, 'observe all changed ms', Math.round(performance.now() - t), 'for', paid.length);
  t = performance.now();
  for (const [w, world] of worlds.entries()) {
    await world.observe(Object.fromEntries(paid.filter((p) => p.w === w).map((p) => [p.txId, included(90n)])));
  }
  console.log(name, 'observe nothing changed ms', Math.round(performance.now() - t));
  await rate('snapshot paid', N, (_w, i) => opened.journal.snapshot(paid[i % paid.length]!.id));
  await rate('prove (incl. 1 snapshot)', N, async () => { const p = paid.pop(); if (p) await worlds[p.w]!.prove(p.id, p.leaseId, { txId: p.txId }); });
  await rate('due 100', 200, () => opened.journal.dueSwaps(100));
  await rate('list 50', 100, () => opened.journal.listSwaps({ limit: 50 }));
  await opened.close();
}
test('bench', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  await run('pglite', await openPgliteClient(folder), 1);
  await run('pglite x8', await openPgliteClient('memory://'), 8);
  await rm(folder, { recursive: true });
  const s = await startPostgresServer();
  await run('pg x1', openPostgresClient({ url: await s.createDatabase(), poolSize: 10 }), 1);
  await run('pg x8', openPostgresClient({ url: await s.createDatabase(), poolSize: 10 }), 8);
  await s.close();
}, 300000);
