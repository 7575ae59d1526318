import type { SwapId } from '../../core/swap/ids.ts';
import type { SwapEvent } from '../../ports/swap-event.ts';
import type { SqlSession } from '../sql-client.ts';

export async function events(session: SqlSession, id: SwapId): Promise<SwapEvent[]> {
  return await session.query<SwapEvent>(
    'select seq, type, at, data, hash from events where swap_id = $1 order by seq',
    [id],
  );
}
