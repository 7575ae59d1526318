import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSearchText } from '../../src/core/operator/search-text.ts';
import type { SwapId } from '../../src/core/swap/ids.ts';
import { windowStatement } from '../../src/journal/operations/match-swaps.ts';
import { openPostgresClient } from '../../src/journal/postgres-client.ts';
import { countOf, driversFor } from '../../src/journal/search/drivers.ts';
import type { SqlClient } from '../../src/journal/sql-client.ts';
import type { SwapCriteria } from '../../src/ports/stores/swap-store.ts';
import { type PostgresServer, startPostgresServer } from '../support/postgres-server.ts';
import { blocksOf, explain, nodesOf, type Plan } from './explain.ts';
import { openForTest } from './open-for-test.ts';
import { newWorld, type OpenedJournal, type World } from './suite/fixture.ts';

/** As many swaps are searched. */
const swaps = Number(process.env.FERRYMAN_SEARCH_SWAPS ?? 5_000);
const isMeasuring = process.env.FERRYMAN_SEARCH_SWAPS !== undefined;
/** Blocks of 8 kB. Reading all swaps takes more than one for each. */
const most = 3_000;

let server: PostgresServer;
let client: SqlClient;
let opened: OpenedJournal;
let world: World;
beforeAll(async () => {
  server = await startPostgresServer(isMeasuring ? ['shared_buffers=512MB'] : []);
  client = openPostgresClient({ url: await server.createJournal(), poolSize: 1 });
  opened = await openForTest(client);
  world = await newWorld(opened);
  const { id } = await world.paid();
  for (let from = 1; from <= swaps; from += 20_000)
    for (const statement of multiply(id, from, Math.min(swaps, from + 19_999)))
      await client.query(statement);
  await client.query('set session_replication_role = origin');
  await client.query('analyze');
});
afterAll(async () => {
  await client.close();
  await server.close();
});

/** Copies of a paid swap, of ten wallets on five chains; few of them failed. */
function multiply(id: string, from: number, to: number): string[] {
  const uuid = (what: string): string => `md5('${what}' || n)::uuid`;
  const numbers = `generate_series(${from}, ${to}) n`;
  const ofTemplate = `from swaps t cross join ${numbers} where t.id = '${id}'`;
  return [
    // Without the laws and foreign keys: these swaps are looked for, and never paid.
    'set session_replication_role = replica',
    `insert into swaps (id, idem_key, body_hash, job, wallet_id, wallet_name, from_chain, to_chain, to_token, receiver,
       state, funds_state, reason_code, reason_message, version, last_event_seq, last_event_hash, created_at)
     select ${uuid('swap')}, 'invoice-' || n, '', jsonb_set(jsonb_set(t.job, '{metadata}',
         jsonb_build_object('team', 'team-' || n % 7, 'invoice', 'bill ' || n)), '{refundAddress}', to_jsonb('0x' || md5('refund' || n))),
       t.wallet_id, 'w-' || n % 10, 'C-' || n % 5, 'C-' || n % 4, t.to_token, '0x' || md5('receiver' || n % ${Math.ceil(swaps / 20)}),
       case when n % 50 = 0 then 'failed' when n % 997 = 0 then 'needs_review' else 'settled' end, 'untouched',
       case when n % 50 = 0 then 'ROUTER_NO_ROUTE' when n % 997 = 0 then 'FUNDS_UNKNOWN' end,
       case when n % 50 = 0 or n % 997 = 0 then 'because of ' || n end, 1, 1, '', now() - (${swaps} - n) * interval '1 minute'
     ${ofTemplate} order by n`,
    `insert into search_terms select t.term, swap.position
     from swaps swap cross join lateral terms_of(swap) t
     where swap.position > (select coalesce(max(position), 0) from search_terms)`,
    `insert into orders (id, swap_id, quote_id, provider, swap_type, min_out, quoted_min_out, expected_out, declared_fee,
       destination_anchor, quoted_at, open, quote_raw)
     select ${uuid('order')}, ${uuid('swap')}, 'q-' || n, case when n % 4001 = 0 then 'wormhole' else 'across' end, 'x', 1, 1, 1, 0, 0, now(), false, '{}' from ${numbers}`,
    `insert into steps (id, swap_id, wallet_id, chain, kind, generation)
     select ${uuid('step')}, ${uuid('swap')}, t.wallet_id, 'C-' || n % 5, 'swap', 1 ${ofTemplate}`,
    `insert into leases (id, family, chain, wallet_id, account, nonce, key, native_token, holder, held_until, state)
     select ${uuid('lease')}, 'evm', 'C-' || n % 5, t.wallet_id, 'a', n, 'k-' || n, 't', 'h', now(), 'void' ${ofTemplate}`,
    `insert into lease_steps (lease_id, step_id, live) select ${uuid('lease')}, ${uuid('step')}, false from ${numbers}`,
    `insert into attempts (id, lease_id, family, chain, seq, kind, tx_id, bytes, fee)
     select ${uuid('attempt')}, ${uuid('lease')}, 'evm', 'C-' || n % 5, 1, 'pay', '0x' || md5('tx' || n) || md5('x' || n), '', '{}' from ${numbers}`,
    'set session_replication_role = origin',
  ];
}

/** The first window of a search. */
function searched(criteria: SwapCriteria, driver: string): Promise<Plan> {
  const chosen = driversFor(criteria).find(({ name }) => name === driver) ?? {
    name: 'all' as const,
    parameters: [],
  };
  return explain(client, windowStatement(criteria, chosen, { window: 400, wanted: 51 }));
}

const middle = Math.floor(swaps / 2) - 1;
const swapId = async (): Promise<SwapId> => {
  const [row] = await client.query<{ id: SwapId }>(
    `select id from swaps where idem_key = 'invoice-${middle}'`,
  );
  if (!row) throw new Error('no such swap');
  return row.id;
};
const hash = async (): Promise<string> => {
  const [row] = await client.query<{ tx: string }>(
    `select '0x' || md5('tx${middle}') || md5('x${middle}') as tx`,
  );
  return row?.tx ?? '';
};

const cases: [
  string,
  string,
  () => Promise<SwapCriteria> | SwapCriteria,
  (found: number) => void,
][] = [
  ['named swaps', 'ids', async () => ({ ids: [await swapId()] }), one],
  ['a swap id', 'search', async () => ({ search: readSearchText(await swapId()) }), one],
  ['a transaction', 'search', async () => ({ search: readSearchText(await hash()) }), one],
  [
    'the beginning of a transaction',
    'search',
    async () => ({ search: readSearchText((await hash()).slice(2, 22)) }),
    one,
  ],
  ['an idempotency key', 'search', () => ({ search: readSearchText(`invoice-${middle}`) }), some],
  ['a value of metadata', 'search', () => ({ search: readSearchText(`bill ${middle}`) }), some],
  ['an address', 'search', async () => ({ search: readSearchText(await receiver()) }), some],
  ['words of an error', 'search', () => ({ search: readSearchText('because of 50') }), some],
  ['metadata', 'term', () => ({ metadata: { key: 'invoice', value: `bill ${middle}` } }), one],
  ['a wallet', 'term', () => ({ wallet: 'w-3' }), some],
  ['a chain', 'term', () => ({ chain: 'C-3' }), some],
  ['a state', 'states', () => ({ states: ['needs_review', 'awaiting_approval'] }), some],
  ['an error', 'error', () => ({ error: 'FUNDS_UNKNOWN' }), some],
  ['a provider of few', 'provider', () => ({ providers: ['wormhole'] }), some],
  ['funds unknown', 'states', () => ({ fundsStates: ['unknown'] }), none],
  ['nothing', 'all', () => ({}), some],
  [
    'a combination that no swap has',
    'term',
    () => ({ wallet: 'w-3', states: ['needs_review'], error: 'ROUTER_NO_ROUTE' }),
    none,
  ],
  [
    'times',
    'all',
    () => ({
      createdBefore: Date.now() - middle * 60_000,
      createdAfter: Date.now() - swaps * 60_000,
    }),
    some,
  ],
];

async function receiver(): Promise<string> {
  const [row] = await client.query<{ receiver: string }>(
    `select receiver from swaps where idem_key = 'invoice-${middle}'`,
  );
  return row?.receiver ?? '';
}

function one(found: number): void {
  expect(found).toBe(1);
}

function none(found: number): void {
  expect(found).toBe(0);
}

function some(found: number): void {
  expect(found).toBeGreaterThan(0);
}

it.each(cases)('%s is found without reading all swaps', async (_what, driver, given, check) => {
  const criteria = await given();
  const plan = await searched(criteria, driver);
  expect(nodesOf(plan).filter((node) => node['Node Type'] === 'Seq Scan' && isLarge(node))).toEqual(
    [],
  );
  const blocks = blocksOf(plan);
  expect(blocks).toBeLessThan(most);
  const started = performance.now();
  const { swaps: page } = await world.journal.listSwaps({ ...criteria, limit: 50 });
  if (isMeasuring)
    process.stdout.write(
      `${_what}: ${blocks} blocks, ${page.length} swaps in ${Math.round(performance.now() - started)} ms\n`,
    );
  check(page.length);
});

it('counts no further than needed that a provider has many orders', async () => {
  const text = countOf('provider', (number) => `$${3 + number}`);
  const plan = await explain(client, { text, parameters: [9_999_999n, 0n, 400, ['across']] });
  expect(blocksOf(plan)).toBeLessThan(500);
});

function isLarge(node: Plan): boolean {
  return ['swaps', 'search_terms', 'attempts', 'orders'].includes(node['Relation Name'] ?? '');
}
