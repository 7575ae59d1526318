import { type FundsState, fundsStates, openStates } from '../../core/swap/swap.ts';
import type { SqlSession } from '../sql-client.ts';

/** The second part has an index of its own: far more swaps fail than leave their money unknown. */
export const countByFundsText = `select funds_state as funds, count(*)::int as count from swaps where state = any($1) group by funds_state
  union all select 'unknown', count(*)::int from swaps where state = 'failed' and funds_state = 'unknown'`;

/** Every state of funds has an entry. */
export async function countByFunds(session: SqlSession): Promise<ReadonlyMap<FundsState, number>> {
  const rows = await session.query<{ funds: FundsState; count: number }>(countByFundsText, [
    openStates,
  ]);
  const counts = new Map<FundsState, number>(fundsStates.map((funds) => [funds, 0]));
  for (const { funds, count } of rows) counts.set(funds, (counts.get(funds) ?? 0) + count);
  return counts;
}
