import type { SwapState } from '../../core/swap/swap.ts';
import type { OutcomeFilter, ProviderOutcomes } from '../../ports/stores/overview-store.ts';
import { type SqlSession, timestamp } from '../sql-client.ts';

interface Row {
  /** Null: of swaps without an order. */
  provider: string | null;
  state: SwapState;
  count: number;
  covers_from: number | null;
}

/** Walks back from the newest swap, so that no index on times is needed. */
export const providerOutcomesText = `with newest as (
    select id, state, created_at from swaps order by position desc limit $2::int
  ), whole as (
    select case when count(*) = $2::int then min(created_at) end as covers_from from newest
  )
  select o.provider, s.state, count(*)::int as count, (select covers_from from whole) as covers_from
  from newest s left join lateral (
    select provider from orders where swap_id = s.id order by created_at desc limit 1) o on true
  where s.created_at >= $1::timestamptz group by o.provider, s.state order by o.provider, s.state`;

export async function providerOutcomes(
  session: SqlSession,
  { since, limit }: OutcomeFilter,
): Promise<ProviderOutcomes> {
  const rows = await session.query<Row>(providerOutcomesText, [timestamp(since), limit]);
  return {
    outcomes: rows.flatMap(({ provider, state, count }) =>
      provider === null ? [] : [{ provider, state, count }],
    ),
    coversFrom: Math.max(since, rows[0]?.covers_from ?? since),
  };
}
