import type { SwapId } from '../../core/swap/ids.ts';
import type { SqlSession } from '../sql-client.ts';

/**
 * SQL: the timers that are due and unlocked. A row that a transaction is just locking is skipped,
 * not awaited.
 */
export const dueTimers = (limit: string): string => `
  select swap_id, due_at from timers
  where due_at <= now() and (locked_until is null or locked_until <= now())
  order by due_at limit ${limit}
  for update skip locked`;

export async function dueSwaps(
  session: SqlSession,
  limit: number,
): Promise<{ swapId: SwapId; version: number }[]> {
  return await session.query(
    `with due as (${dueTimers('$1')})
     select due.swap_id as "swapId", swaps.version from due join swaps on swaps.id = due.swap_id order by due.due_at`,
    [limit],
  );
}
