import type { SwapId } from '../../core/swap/ids.ts';
import type { SqlSession } from '../sql-client.ts';

/** SQL: claims swap $1 for holder $2 for $3 milliseconds, where it has a timer and no other holder: an ended swap has none. */
export const claimTimer = `
  update timers set claimed_by = $2, claimed_until = now() + $3::float8 * interval '1 millisecond'
  where swap_id = $1 and (claimed_by is null or claimed_by = $2 or claimed_until <= now())`;

/** One statement, so that of two holders at once only one gets it. */
export async function claim(session: SqlSession, id: SwapId, holder: string, ttl: number): Promise<boolean> {
  const claimed = await session.query(`${claimTimer} returning swap_id`, [id, holder, ttl]);
  return claimed.length === 1;
}
