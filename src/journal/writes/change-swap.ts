import type { SwapId } from '../../core/swap/ids.ts';
import type { SqlSession } from '../sql-client.ts';
import {
  type Change,
  type ChangeCourse,
  changeParameters,
  changeStatement,
  courseOfChange,
} from './change-statement.ts';
import { stale } from './lock-swap.ts';

/** A change of a locked swap. */
export interface SwapChange extends Change {
  swapId: SwapId;
}

const statements: Record<ChangeCourse, string> = {
  goes_on: changeStatement('goes_on'),
  waits_for_person: changeStatement('waits_for_person'),
  ends: changeStatement('ends'),
  quiet: changeStatement('quiet'),
};

/** Returns the swap's new version. */
export async function changeSwap(
  session: SqlSession,
  { swapId, ...change }: SwapChange,
): Promise<number> {
  const [changed] = await session.query<{ version: number }>(statements[courseOfChange(change)], [
    swapId,
    ...changeParameters(change),
  ]);
  if (!changed) throw stale(swapId, 'it does not exist');
  return changed.version;
}
