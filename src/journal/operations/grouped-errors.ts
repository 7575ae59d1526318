import type { SwapState } from '../../core/swap/swap.ts';
import type { ErrorFilter, ErrorGroup } from '../../ports/stores/overview-store.ts';
import { positionAt } from '../search/position-at.ts';
import { reasonCodes } from '../search/reason-codes.ts';
import { type SqlParameter, type SqlSession, timestamp } from '../sql-client.ts';

interface ErrorRow {
  provider: string | null;
  state: SwapState;
  code: string;
  count: number;
  first: number;
  last: number;
  example: string;
  is_at_least: boolean;
}

/**
 * $1: changed since; $2: submitted from this position on; $3: so many swaps of each code; $4: groups.
 * There is no index on the time of the last change: each change of a swap would write it, and all
 * other indexes of `swaps` with it.
 */
const text = `with newest as (
    select found.* from (${reasonCodes}) codes cross join lateral (
      select id, state, reason_code as code, created_at, updated_at from swaps
      where reason_code between codes.code and codes.code and position >= $2::bigint
      order by reason_code desc, position desc limit $3::int) found
  ), cut as (
    select code from newest group by code having count(*) = $3::int and min(created_at) >= $1::timestamptz
  )
  select o.provider, s.state, s.code, count(*)::int as count, min(s.updated_at) as first, max(s.updated_at) as last,
    (array_agg(s.id::text order by s.updated_at desc))[1] as example, s.code = any(array(select code from cut)) as is_at_least
  from newest s left join lateral (
    select provider from orders where swap_id = s.id order by created_at desc limit 1) o on true
  where s.updated_at >= $1::timestamptz
  group by o.provider, s.state, s.code order by count desc, last desc limit $4::int`;

export async function groupedErrorsStatement(
  session: SqlSession,
  { since, longest, perCode, limit }: ErrorFilter,
): Promise<{ text: string; parameters: SqlParameter[] }> {
  const floor = await positionAt(session, Math.max(since - longest, 0));
  return { text, parameters: [timestamp(since), floor, perCode, limit] };
}

export async function groupedErrors(
  session: SqlSession,
  filter: ErrorFilter,
): Promise<ErrorGroup[]> {
  const { text, parameters } = await groupedErrorsStatement(session, filter);
  const rows = await session.query<ErrorRow>(text, parameters);
  return rows.map(({ provider, is_at_least: isAtLeast, ...group }) => ({
    ...group,
    ...(provider === null ? {} : { provider }),
    ...(isAtLeast ? { isAtLeast: true as const } : {}),
  }));
}
