import type { SwapId } from '../../core/swap/ids.ts';
import type { SqlSession } from '../sql-client.ts';

/**
 * SQL: locks swap $1 for holder $2 for $3 milliseconds if it has a timer and no other holder. An
 * ended swap has no timer.
 */
export const lockTimer = `
  update timers set locked_by = $2, locked_until = now() + $3::float8 * interval '1 millisecond'
  where swap_id = $1 and (locked_by is null or locked_by = $2 or locked_until <= now())`;

/** One statement, so that only one of two concurrent holders gets the lock. */
export async function lock(
  session: SqlSession,
  id: SwapId,
  holder: string,
  ttl: number,
): Promise<boolean> {
  const locked = await session.query(`${lockTimer} returning swap_id`, [id, holder, ttl]);
  return locked.length === 1;
}
