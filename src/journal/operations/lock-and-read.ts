import type { SwapId } from '../../core/swap/ids.ts';
import type { Snapshot } from '../../core/swap/swap.ts';
import { type SnapshotRow, snapshotColumns, snapshotJoins } from '../rows/snapshot-row.ts';
import type { SqlSession } from '../sql-client.ts';
import { lockTimer } from './lock-swap.ts';
import { wholeSnapshot } from './snapshot.ts';

/**
 * Claims a swap and reads it. The rows are as of the statement's start: each write that is decided
 * by them is fenced by the swap's version. What changes without it (why the swap waits, its slot)
 * changes with the timer, so that the lock is refused where it had to wait for another transaction
 * that wrote the timer: `xmin` is then that transaction's. Who wrote the timer has set when the
 * swap is due.
 */
const lockAndReadSwap = `
  with locked as (
    ${lockTimer} and timers.xmin = (select before.xmin from timers before where before.swap_id = $1)
    returning swap_id
  )
  select ${snapshotColumns} from locked join swaps s on s.id = locked.swap_id ${snapshotJoins}`;

/** Nothing where another has it, or it has no timer. */
export async function lockAndRead(
  session: SqlSession,
  id: SwapId,
  holder: string,
  ttl: number,
): Promise<Snapshot | undefined> {
  const [row] = await session.query<SnapshotRow>(lockAndReadSwap, [id, holder, ttl]);
  return row && wholeSnapshot(session, row);
}
