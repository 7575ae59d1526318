import type { Swap } from '../../core/swap/swap.ts';
import { type SwapRow, swapColumns, swapFromRow } from '../rows/swap-row.ts';
import type { SqlSession } from '../sql-client.ts';

export async function findSubmission(
  session: SqlSession,
  idempotencyKey: string,
): Promise<{ swap: Swap; bodyHash: string } | undefined> {
  const [row] = await session.query<SwapRow & { body_hash: string }>(
    `select ${swapColumns}, s.body_hash from swaps s where s.idem_key = $1`,
    [idempotencyKey],
  );
  return row && { swap: swapFromRow(row), bodyHash: row.body_hash };
}
