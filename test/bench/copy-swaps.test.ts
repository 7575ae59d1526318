import { afterAll, beforeAll, expect, it } from 'vitest';
import { copiedPrefix, createSwapCopier } from '../../bench/harness/copy-swaps.ts';
import { openPostgresClient } from '../../src/journal/postgres-client.ts';
import type { SqlClient } from '../../src/journal/sql-client.ts';
import { openForTest } from '../journal/open-for-test.ts';
import { newWorld, type World } from '../journal/suite/fixture.ts';
import { careless, type PostgresServer, startPostgresServer } from '../support/postgres-server.ts';

let server: PostgresServer;
let client: SqlClient;
let world: World;
beforeAll(async () => {
  server = await startPostgresServer(careless);
  client = openPostgresClient({ url: await server.createJournal(), poolSize: 1 });
  world = await newWorld(await openForTest(client));
});
afterAll(async () => {
  await client.close();
  await server.close();
});

/** A payment on its way, in a slot of its lane. */
async function template(): Promise<string> {
  const { id } = await world.paid();
  await world.raw(
    `insert into lane_swaps (swap_id, wallet_id, chain, priority, position, deadline, has_slot)
     select id, wallet_id, from_chain, 0, position, now() + interval '1 hour', true from swaps where id = '${id}'`,
  );
  return id;
}

it('copies an open swap with all that belongs to it, as many to an account as its lane has slots', async () => {
  const copier = await createSwapCopier(
    (text, values) => client.query(text, values),
    [await template()],
    {
      swapsPerAccount: 16,
    },
  );
  expect(await copier.copy(20)).toBe(20);
  expect(await copier.copy(20)).toBe(20);

  const { attempts } = await world.journal.openAttempts(world.chain);
  expect(new Set(attempts.map(({ txId }) => txId)).size).toBe(41);
  expect(attempts.filter(({ txId }) => txId.startsWith(copiedPrefix))).toHaveLength(40);
  // Copies 1 to 15, 16 to 31 and 32 to 40, and the template.
  const used = await world.raw('select used from lanes order by used');
  expect(used.map((lane) => lane.used)).toEqual([1, 9, 15, 16]);
  expect(new Set(attempts.map(({ account }) => account)).size).toBe(4);

  const [copy] = await client.query<{ id: Parameters<World['snapshot']>[0] }>(
    'select id from swaps order by position desc limit 1',
  );
  const { swap, order, steps } = await world.snapshot(copy?.id ?? ('' as never));
  expect(swap).toMatchObject({ state: 'executing', job: { wallet: { id: expect.any(String) } } });
  expect(swap.job.wallet.id).not.toBe(world.wallet.id);
  expect(order?.id).toBe(steps[0]?.orderId);
});

it('makes the indexes of a large copy after its rows', async () => {
  const copier = await createSwapCopier(
    (text, values) => client.query(text, values),
    [await template()],
    {
      largeCopy: 1,
    },
  );
  expect(await copier.copy(10)).toBe(10);
  expect(await client.query('select from pg_index where not indisready or not indisvalid')).toEqual(
    [],
  );
  await expect(
    client.query('insert into timers (swap_id, due_at) select swap_id, now() from timers limit 1'),
  ).rejects.toMatchObject({ code: 'JOURNAL_BROKEN_INVARIANT' });
});
