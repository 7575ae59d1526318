import type { SwapId } from '../../core/swap/ids.ts';
import type { SqlSession } from '../sql-client.ts';

export async function release(
  session: SqlSession,
  id: SwapId,
  holder: string,
  delay: number,
): Promise<void> {
  await session.query(
    `update timers set due_at = now() + $3::float8 * interval '1 millisecond', locked_by = null, locked_until = null
     where swap_id = $1 and locked_by = $2`,
    [id, holder, delay],
  );
}
