import type { SwapId } from '../../core/swap/ids.ts';
import type { FundsState, SwapState } from '../../core/swap/swap.ts';
import {
  type FeedItem,
  type FeedPosition,
  type FeedRequest,
  feedStart,
  type NoticeType,
} from '../../ports/stores/feed-store.ts';
import type { SwapEventType } from '../../ports/swap-event.ts';
import type { SqlClient, SqlSession } from '../sql-client.ts';

interface FeedRow {
  number: bigint;
  id: string;
  seq: number;
  type: string;
  at: number;
  data: Record<string, unknown>;
  hash: string | null;
  state: SwapState | null;
  funds_state: FundsState | null;
  state_before: SwapState | null;
  funds_before: FundsState | null;
  wallet: string | null;
  chain: string | null;
  to_chain: string | null;
}

/** The number of the oldest open transaction: every event below it is there. */
const bound = `(select pg_snapshot_xmin(pg_current_snapshot())::text::bigint + transaction_offset from event_feed)`;

const order = 'number, id, seq';

const events = `select e.transaction_number as number, e.swap_id as id, e.seq, e.type, e.at, e.data, e.hash, e.state,
      e.funds_state, before.state as state_before, before.funds_state as funds_before, s.wallet_name as wallet,
      s.from_chain as chain, s.to_chain
    from events e join swaps s on s.id = e.swap_id
    left join events before on before.swap_id = e.swap_id and before.seq = e.seq - 1`;

const eventsAfter = `${events}
    where (e.transaction_number, e.swap_id, e.seq) > ($1::bigint, $2::uuid, $3::int)
      and e.transaction_number < ${bound}`;

const notices = `select transaction_number as number, id, 0 as seq, type, at, data::json, null as hash, null as state,
      null as funds_state, null as state_before, null as funds_before, wallet, chain, null as to_chain
    from notices`;

const noticesAfter = `${notices}
    where (transaction_number, id, 0) > ($1::bigint, $2::uuid, $3::int) and transaction_number < ${bound}
    order by number, id limit $4`;

const read = `select * from (
    (${eventsAfter} order by e.transaction_number, e.swap_id, e.seq limit $4)
    union all
    (${noticesAfter})
  ) items order by ${order} limit $4`;

const readSwap = `${eventsAfter} and e.swap_id = $5 order by e.seq limit $4`;

export async function readFeed(
  session: SqlSession,
  { after, limit, swapId }: FeedRequest,
): Promise<FeedItem[]> {
  const { number, id, seq } = after;
  const rows =
    swapId === undefined
      ? await session.query<FeedRow>(read, [number, id, seq, limit])
      : await session.query<FeedRow>(readSwap, [number, id, seq, limit, swapId]);
  return rows.map(itemOf);
}

/** The items at these positions, in any order. */
export async function itemsAt(
  session: SqlSession,
  positions: readonly Pick<FeedPosition, 'id' | 'seq'>[],
): Promise<FeedItem[]> {
  if (positions.length === 0) return [];
  const rows = await session.query<FeedRow>(
    `(${events} join unnest($1::uuid[], $2::int[]) as wanted (id, seq) on wanted.id = e.swap_id and wanted.seq = e.seq)
     union all
     (${notices} where id = any($1::uuid[]))`,
    [positions.map(({ id }) => id), positions.map(({ seq }) => String(seq))],
  );
  return rows.map(itemOf);
}

function itemOf(row: FeedRow): FeedItem {
  const { number, id, seq, type, at, data, hash, wallet, chain, to_chain: toChain } = row;
  const position = { number, id, seq, hash: hash ?? '' };
  if (hash === null || wallet === null || chain === null || toChain === null)
    return {
      kind: 'notice',
      position,
      type: type as NoticeType,
      ...{ at, data },
      ...(wallet === null ? {} : { wallet }),
      ...(chain === null ? {} : { chain }),
    };
  return {
    kind: 'swap',
    position,
    swap: { id: id as SwapId, wallet, fromChain: chain, toChain },
    event: { seq, type: type as SwapEventType, at, data, hash },
    ...standing('standing', row.state, row.funds_state),
    ...standing('before', row.state_before, row.funds_before),
  };
}

function standing<Name extends 'standing' | 'before'>(
  name: Name,
  state: SwapState | null,
  fundsState: FundsState | null,
) {
  return state === null || fundsState === null ? {} : { [name]: { state, fundsState } };
}

export async function feedEnd(session: SqlSession): Promise<FeedPosition> {
  const [newest] = await session.query<FeedPosition>(
    `select * from (
       (select transaction_number as number, swap_id as id, seq, hash from events
        where transaction_number < ${bound} order by transaction_number desc, swap_id desc, seq desc limit 1)
       union all
       (select transaction_number, id, 0, '' from notices
        where transaction_number < ${bound} order by transaction_number desc, id desc limit 1)
     ) newest order by number desc, id desc, seq desc limit 1`,
  );
  return newest ?? feedStart;
}

export async function feedHash(
  session: SqlSession,
  { number, id, seq }: Omit<FeedPosition, 'hash'>,
): Promise<string | undefined> {
  const [found] = await session.query<{ hash: string }>(
    `select hash from events where swap_id = $2 and seq = $3 and transaction_number = $1
     union all select '' from notices where id = $2 and transaction_number = $1 and $3 = 0`,
    [number, id, seq],
  );
  return found?.hash;
}

/** True for a journal that was restored into a cluster whose transactions have lower numbers. */
const isBehind = `select 1 as one from event_feed where transaction_offset + pg_snapshot_xmax(pg_current_snapshot())::text::bigint
  <= greatest((select max(transaction_number) from events), (select max(transaction_number) from notices))`;

/**
 * Numbers the transactions to come above those in the journal. Costs one statement where the
 * journal has not moved.
 */
export async function continueFeed(client: SqlClient): Promise<void> {
  if ((await client.query(isBehind)).length === 0) return;
  await client.transaction(async (session) => {
    await session.query('select from event_feed for update');
    if ((await session.query(isBehind)).length === 0) return;
    await session.query(
      `update event_feed set transaction_offset = 1 - pg_snapshot_xmin(pg_current_snapshot())::text::bigint
         + greatest((select max(transaction_number) from events), (select max(transaction_number) from notices))`,
    );
  });
}
