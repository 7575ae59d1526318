import { test } from 'vitest';
import { openPostgresClient } from '../../src/journal/postgres-client.ts';
import { openPgliteClient } from '../../src/journal/pglite-client.ts';
import { startPostgresServer } from '../support/postgres-server.ts';
import { openForTest } from './open-for-test.ts';
import { newWorld, leased, committed } from './suite/fixture.ts';
import type { SqlClient, SqlSession } from '../../src/journal/sql-client.ts';

function timed(client: SqlClient, stats: Map<string, [number, number]>): SqlClient {
  const wrap = (s: SqlSession): SqlSession => ({
    query: async (text, params) => {
      const t = performance.now();
      try { return await s.query(text, params) as never; } finally {
        const k = text.replace(/\s+/g, ' ').trim().slice(0, 90);
        const e = stats.get(k) ?? [0, 0]; e[0]++; e[1] += performance.now() - t; stats.set(k, e);
      }
    },
  });
  return { ...wrap(client), transaction: (run) => client.transaction((s) => run(wrap(s))), snapshot: (run) => client.snapshot((s) => run(wrap(s))), close: () => client.close() };
}
async function prof(name: string, c: SqlClient) {
  const stats = new Map<string, [number, number]>();
  const opened = await openForTest(timed(c, stats));
  const w = await newWorld(opened);
  const bal = { block: 100n, balances: new Map([['0x0000000000000000000000000000000000000000', 10n ** 18n]]) };
  const go = async (n: number) => { for (let i = 0; i < n; i++) { const id = await w.ready(); const l = leased(await w.lease(id, { balances: bal })); committed(await w.commit(id, l.leaseId)); } };
  await go(50);
  stats.clear();
  const t = performance.now();
  await go(200);
  console.log(name, 'per swap ms', (performance.now() - t) / 200);
  for (const [k, [n, ms]] of [...stats].sort((a, b) => b[1][1] - a[1][1]).slice(0, 22)) console.log((ms / n).toFixed(2), n, (ms/200).toFixed(2), k);
  await opened.close();
}
test('prof', async () => {
  const s = await startPostgresServer();
  await prof('pg', openPostgresClient({ url: await s.createDatabase(), poolSize: 4 }));
  await s.close();
  await prof('pglite', await openPgliteClient('memory://'));
}, 120000);
