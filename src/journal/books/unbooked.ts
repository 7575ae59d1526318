import type { SwapId } from '../../core/swap/ids.ts';
import type { UnbookedSwap } from '../../ports/stores/book-store.ts';
import { onlyRow } from '../only-row.ts';
import { type SqlSession, timestamp } from '../sql-client.ts';

/** SQL: of a row of `book_swaps`. By index. */
export const isUnbooked = 'booked_seq is distinct from end_seq';

/** A swap may end before its own transactions are proven: only then is it known what they did. */
const isProven = `not exists (
  select from steps st join lease_steps ls on ls.step_id = st.id join leases l on l.id = ls.lease_id
  where st.swap_id = book_swaps.swap_id and st.outcome = 'open' and l.state = 'signed')`;

export function unbooked(
  session: SqlSession,
  before: number,
  limit: number,
): Promise<UnbookedSwap[]> {
  return session.query<UnbookedSwap>(
    `select swap_id as "swapId", end_seq as "endSeq", end_at as "endAt", booked_seq as "bookedSeq" from book_swaps
     where ${isUnbooked} and end_at < $1::timestamptz and ${isProven}
     order by tried_at nulls first, end_at, swap_id limit $2::int`,
    [timestamp(before), limit],
  );
}

export async function countUnbooked(session: SqlSession, before: number): Promise<number> {
  const { count } = onlyRow(
    await session.query<{ count: number }>(
      `select count(*)::int as count from book_swaps where ${isUnbooked} and end_at < $1::timestamptz`,
      [timestamp(before)],
    ),
  );
  return count;
}

export async function postponeBooking(session: SqlSession, swapId: SwapId): Promise<void> {
  await session.query('update book_swaps set tried_at = clock_timestamp() where swap_id = $1', [
    swapId,
  ]);
}

export async function bookedUntil(session: SqlSession): Promise<bigint> {
  const { position } = onlyRow(
    await session.query<{ position: bigint }>(
      'select coalesce(max(position), 0) as position from book_postings',
    ),
  );
  return position;
}
