import type { SwapId } from '../../core/swap/ids.ts';
import type { Snapshot } from '../../core/swap/swap.ts';
import { type SnapshotRow, snapshotColumns, snapshotJoins } from '../rows/snapshot-row.ts';
import type { SqlSession } from '../sql-client.ts';
import { lockTimer } from './lock-swap.ts';
import { wholeSnapshot } from './snapshot.ts';

/**
 * Locks a swap and reads it. The rows are as of the statement's start, and the swap's version
 * fences each write based on them. Why the swap waits and its slot change without the version, but
 * with the timer. So the lock is refused if it had to wait for a transaction that wrote the timer
 * (`xmin` changed then). That transaction has set when the swap is due.
 */
const lockAndReadSwap = `
  with locked as (
    ${lockTimer} and timers.xmin = (select before.xmin from timers before where before.swap_id = $1)
    returning swap_id
  )
  select ${snapshotColumns} from locked join swaps s on s.id = locked.swap_id ${snapshotJoins}`;

/** Undefined if another holder has the lock, or the swap has no timer. */
export async function lockAndRead(
  session: SqlSession,
  id: SwapId,
  holder: string,
  ttl: number,
): Promise<Snapshot | undefined> {
  const [row] = await session.query<SnapshotRow>(lockAndReadSwap, [id, holder, ttl]);
  return row && wholeSnapshot(session, row);
}
