import type { LostAttempt } from '../../ports/time-travel.ts';
import { lostAttemptColumns } from '../rows/lost-attempt-row.ts';
import type { SqlSession } from '../sql-client.ts';

export async function lostAttempts(session: SqlSession): Promise<LostAttempt[]> {
  return await session.query<LostAttempt>(
    `select ${lostAttemptColumns} from lost_attempts order by signed_at, chain, tx_id`,
  );
}
