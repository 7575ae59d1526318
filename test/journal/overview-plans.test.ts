import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fillHistory } from '../../bench/harness/fill-history.ts';
import type { SwapId } from '../../src/core/swap/ids.ts';
import { openStates } from '../../src/core/swap/swap.ts';
import { activityText } from '../../src/journal/operations/activity.ts';
import { actsStatement } from '../../src/journal/operations/audit-log.ts';
import { countByFundsText } from '../../src/journal/operations/count-by-funds.ts';
import { deliveriesStatement } from '../../src/journal/operations/deliveries.ts';
import { groupedErrorsStatement } from '../../src/journal/operations/grouped-errors.ts';
import { providerOutcomesText } from '../../src/journal/operations/provider-outcomes.ts';
import { openPostgresClient } from '../../src/journal/postgres-client.ts';
import { type SqlClient, type SqlParameter, timestamp } from '../../src/journal/sql-client.ts';
import { careless, type PostgresServer, startPostgresServer } from '../support/postgres-server.ts';
import { blocksOf, explain, nodesOf } from './explain.ts';
import { openForTest } from './open-for-test.ts';
import { hour, newWorld } from './suite/fixture.ts';

/** Swaps of 50 days; a fifth has a delivery of one of three webhooks, and an entry in the log. */
const swaps = 10_000;

let server: PostgresServer;
let client: SqlClient;
beforeAll(async () => {
  server = await startPostgresServer(careless);
  const url = await server.createJournal();
  client = openPostgresClient({ url, poolSize: 1 });
  const { id } = await (await newWorld(await openForTest(client))).paid();
  const filling = new Client({ connectionString: url });
  await filling.connect();
  await fillHistory(async (text, values = []) => (await filling.query(text, [...values])).rows, {
    ...{ template: id, swaps, days: 50 },
  });
  await filling.end();
});
afterAll(async () => {
  await client?.close();
  await server?.close();
});

interface Statement {
  text: string;
  parameters: readonly SqlParameter[];
}
const webhookId = 'wh_000000000001';
const hoursAgo = (hours: number): number => Date.now() - hours * hour;

/** What each reads, with an index that it has to use and the most blocks of 8 kB. */
const cases: [string, string, number, () => Statement | Promise<Statement>][] = [
  [
    'errors of an hour',
    'swaps_by_reason',
    400,
    () =>
      groupedErrorsStatement(client, {
        ...{ since: hoursAgo(1), longest: 24 * hour, perCode: 2_000, limit: 200 },
      }),
  ],
  [
    'outcomes of providers',
    'swaps_newest',
    2_000,
    () => ({ text: providerOutcomesText, parameters: [timestamp(hoursAgo(24)), 500] }),
  ],
  [
    'the activity of a day',
    'swaps_newest',
    500,
    () => ({ text: activityText, parameters: [timestamp(hoursAgo(24)), hour, 1_000] }),
  ],
  [
    'swaps by their funds',
    'swaps_failed_unknown',
    4_000,
    () => ({ text: countByFundsText, parameters: [openStates] }),
  ],
  [
    'acts on a subject that has none',
    'audit_log_by_subject',
    10,
    () => actsStatement({ subject: 'swap none', limit: 51 }),
  ],
  [
    'acts of somebody who did nothing',
    'audit_log_by_actor',
    10,
    () => actsStatement({ actor: 'API key none', limit: 51 }),
  ],
  ['the newest acts', 'audit_log_pkey', 20, () => actsStatement({ limit: 51 })],
  [
    'acts from a position on',
    'audit_log_pkey',
    20,
    () => actsStatement({ after: 1_000, limit: 51 }),
  ],
  [
    'failed deliveries',
    'deliveries_failed',
    20,
    () => deliveriesStatement({ webhookId, state: 'failed', limit: 51 }),
  ],
  [
    'pending deliveries',
    'deliveries_due',
    20,
    () => deliveriesStatement({ webhookId, state: 'pending', limit: 51 }),
  ],
  [
    'the newest deliveries',
    'deliveries_by_webhook',
    400,
    () => deliveriesStatement({ webhookId, limit: 51 }),
  ],
  [
    'deliveries about a swap',
    'deliveries_by_item',
    20,
    () =>
      deliveriesStatement({ swapId: '00000000-0000-4000-8000-000000000000' as SwapId, limit: 9 }),
  ],
];

it.each(cases)('%s are read by %s', async (_what, index, most, given) => {
  const plan = await explain(client, await given());
  const nodes = nodesOf(plan);
  expect(nodes.map((node) => node['Index Name'])).toContain(index);
  expect(nodes.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
  expect(blocksOf(plan)).toBeLessThan(most);
});
