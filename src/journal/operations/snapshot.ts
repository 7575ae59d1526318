import type { SwapId } from '../../core/swap/ids.ts';
import type { Snapshot } from '../../core/swap/swap.ts';
import {
  manualColumns,
  type SnapshotRow,
  snapshotColumns,
  snapshotFromRow,
  snapshotJoins,
} from '../rows/snapshot-row.ts';
import type { SqlSession } from '../sql-client.ts';

/** Reads all facts of a swap in one statement, so as of one moment. */
const readSwap = `select ${snapshotColumns} from swaps s ${snapshotJoins} where s.id = $1`;

/**
 * The same for a swap with a manual deposit. A separate text, because the server prepares every
 * part of a statement, used or not.
 */
const readManualSwap = `select ${snapshotColumns}, ${manualColumns} from swaps s ${snapshotJoins} where s.id = $1`;

/** Safe in any isolation level: one statement sees one moment. */
export async function snapshot(session: SqlSession, id: SwapId): Promise<Snapshot | undefined> {
  const [row] = await session.query<SnapshotRow>(readSwap, [id]);
  return row && wholeSnapshot(session, row);
}

/** The row's snapshot; a swap with a manual deposit is read again with its deposits. */
export async function wholeSnapshot(
  session: SqlSession,
  row: SnapshotRow,
): Promise<Snapshot | undefined> {
  if (row.job.flow !== 'deposit-by-hand') return snapshotFromRow(row);
  const [whole] = await session.query<SnapshotRow>(readManualSwap, [row.id]);
  return whole && snapshotFromRow(whole);
}
