import { openStates, type SwapState } from '../../core/swap/swap.ts';
import type { SqlSession } from '../sql-client.ts';

export async function countOpen(session: SqlSession): Promise<ReadonlyMap<SwapState, number>> {
  const rows = await session.query<{ state: SwapState; count: number }>(
    'select state, count(*)::int as count from swaps where state = any($1) group by state',
    [openStates],
  );
  return new Map(rows.map(({ state, count }) => [state, count]));
}
