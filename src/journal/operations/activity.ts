import type { SwapState } from '../../core/swap/swap.ts';
import type { Activity, ActivityFilter } from '../../ports/stores/overview-store.ts';
import { type SqlSession, timestamp } from '../sql-client.ts';

interface Row {
  /** Null: the row of the whole. */
  from: number | null;
  state: SwapState | null;
  count: number;
  p50: number | null;
  p95: number | null;
  covers_from: number | null;
}

/** Walks back from the newest swap, so that no index on times is needed. */
export const activityText = `with newest as (
     select state, created_at, updated_at from swaps order by position desc limit $3
   ), recent as (
     -- In float8: the numeric of extract() took longer than all the rest.
     select state, created_at, date_part('epoch', updated_at - created_at) as seconds,
       floor(date_part('epoch', created_at) * 1000 / $2::float8) * $2::float8 as from
     from newest where created_at >= $1
   )
   select "from", state, count(*)::int as count, null::float8 as p50, null::float8 as p95, null::timestamptz as covers_from
   from recent group by "from", state
   union all
   select null, null, count(*)::int, percentile_cont(0.5) within group (order by seconds),
     percentile_cont(0.95) within group (order by seconds),
     case when (select count(*) from newest) = $3 then (select min(created_at) from newest) end
   from recent where state = 'settled'
   order by 1 nulls last, 2`;

export async function activity(
  session: SqlSession,
  { since, period, limit }: ActivityFilter,
): Promise<Activity> {
  const rows = await session.query<Row>(activityText, [timestamp(since), period, limit]);
  const whole = rows.find(({ state }) => state === null);
  return {
    periods: rows.flatMap(({ from, state, count }) =>
      from === null || state === null ? [] : [{ from, state, count }],
    ),
    ...(whole && whole.p50 !== null && whole.p95 !== null
      ? { settleTime: { count: whole.count, p50: whole.p50 * 1_000, p95: whole.p95 * 1_000 } }
      : {}),
    coversFrom: Math.max(since, whole?.covers_from ?? since),
  };
}
