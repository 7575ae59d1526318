import { onlyRow } from '../only-row.ts';
import { type SqlSession, timestamp } from '../sql-client.ts';

/**
 * The position from which on all swaps were submitted after a time, give or take the time that a
 * submission may take. Swaps are numbered in about the order of their times, so this is a binary
 * search: some twenty looks into the index of positions, and no index by time.
 */
const search = `with recursive part(low, high) as (
    select 0::bigint, coalesce((select position from swaps order by position desc limit 1), 0) + 1
    union all
    select case when probe.created_at <= $1::timestamptz then probe.position + 1 else part.low end,
      case when probe.created_at <= $1::timestamptz then part.high else (part.low + part.high) / 2 end
    from part left join lateral (
      select position, created_at from swaps
      where position >= (part.low + part.high) / 2 and position < part.high order by position limit 1
    ) probe on true
    where part.low < part.high
  ) select low as position from part where low >= high`;

export async function positionAt(session: SqlSession, time: number): Promise<bigint> {
  const { position } = onlyRow(
    await session.query<{ position: bigint }>(search, [timestamp(time)]),
  );
  return position;
}
