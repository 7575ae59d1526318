import type { SwapId } from '../../core/ids.ts';
import type { SqlSession } from '../sql-client.ts';

/** A row that a claim is just writing is passed over instead of waited for. */
export async function dueSwaps(session: SqlSession, limit: number): Promise<{ swapId: SwapId; version: number }[]> {
  return await session.query(
    `with due as (
       select swap_id, due_at from timers
       where due_at <= now() and (claimed_until is null or claimed_until <= now())
       order by due_at limit $1
       for update skip locked
     )
     select due.swap_id as "swapId", swaps.version from due join swaps on swaps.id = due.swap_id order by due.due_at`,
    [limit],
  );
}
