import { type SwapState, swapStates } from '../../core/swap/swap.ts';
import type { SqlSession } from '../sql-client.ts';

/** Every state has an entry. */
export async function countByState(session: SqlSession): Promise<ReadonlyMap<SwapState, number>> {
  const rows = await session.query<{ state: SwapState; count: number }>(
    'select state, count(*)::int as count from swaps group by state',
  );
  const counts = new Map<SwapState, number>(swapStates.map((state) => [state, 0]));
  for (const { state, count } of rows) counts.set(state, count);
  return counts;
}
