import { isSwapId, type SwapId } from '../../core/swap/ids.ts';
import type { SwapState } from '../../core/swap/swap.ts';
import type { SwapView } from '../../ports/stores/swap-store.ts';
import { selectLaneView } from '../lanes/lane-view.ts';
import {
  type SwapViewRow,
  swapViewColumns,
  swapViewFromRow,
  swapViewJoins,
} from '../rows/swap-view-row.ts';
import type { SqlSession } from '../sql-client.ts';

export async function findSwap(session: SqlSession, id: SwapId): Promise<SwapView | undefined> {
  // Other texts cannot be cast, and a comparison as text would scan all swaps.
  if (!isSwapId(id)) return undefined;
  const [row] = await session.query<SwapViewRow>(
    `select ${swapViewColumns}, (${selectLaneView('s.id')}) as lane from swaps s ${swapViewJoins} where s.id = $1::uuid`,
    [id],
  );
  return row && swapViewFromRow(row);
}

export async function stateOf(session: SqlSession, id: SwapId): Promise<SwapState | undefined> {
  if (!isSwapId(id)) return undefined;
  const [row] = await session.query<{ state: SwapState }>(
    'select state from swaps where id = $1::uuid',
    [id],
  );
  return row?.state;
}
