import type { SwapId } from '../../core/ids.ts';
import type { LostAttempt } from '../../ports/time-travel.ts';
import { lostAttemptColumns } from '../rows/lost-attempt-row.ts';
import type { SqlSession } from '../sql-client.ts';

export async function lostAttempts(session: SqlSession): Promise<LostAttempt[]> {
  const lost = await session.query<LostAttempt & { retryOf: SwapId | null }>(
    `select ${lostAttemptColumns} from lost_attempts order by signed_at, chain, tx_id`,
  );
  return lost.map(({ retryOf, ...attempt }) => ({ ...attempt, ...(retryOf === null ? {} : { retryOf }) }));
}
