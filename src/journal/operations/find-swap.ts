import type { SwapId } from '../../core/ids.ts';
import type { SwapView } from '../../ports/journal.ts';
import { type SwapViewRow, swapViewColumns, swapViewFromRow, swapViewJoins } from '../rows/swap-view-row.ts';
import type { SqlSession } from '../sql-client.ts';

export async function findSwap(session: SqlSession, id: SwapId): Promise<SwapView | undefined> {
  const [row] = await session.query<SwapViewRow>(
    `select ${swapViewColumns} from swaps s ${swapViewJoins} where s.id::text = $1`,
    [id],
  );
  return row && swapViewFromRow(row);
}
