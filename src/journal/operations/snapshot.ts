import type { SwapId } from '../../core/swap/ids.ts';
import type { Snapshot } from '../../core/swap/swap.ts';
import {
  handColumns,
  type SnapshotRow,
  snapshotColumns,
  snapshotFromRow,
  snapshotJoins,
} from '../rows/snapshot-row.ts';
import type { SqlSession } from '../sql-client.ts';

/** Reads all that is known of a swap as of one moment, which is that of the statement. */
const readSwap = `select ${snapshotColumns} from swaps s ${snapshotJoins} where s.id = $1`;

/**
 * The same of one that a person pays. Apart, because the server gets every part of a statement
 * ready, used or not.
 */
const readSwapOfHand = `select ${snapshotColumns}, ${handColumns} from swaps s ${snapshotJoins} where s.id = $1`;

/** In whatever isolation: one statement sees one moment. */
export async function snapshot(session: SqlSession, id: SwapId): Promise<Snapshot | undefined> {
  const [row] = await session.query<SnapshotRow>(readSwap, [id]);
  return row && wholeSnapshot(session, row);
}

/** The swap of the row; one that a person pays is read again, with what has come for it. */
export async function wholeSnapshot(
  session: SqlSession,
  row: SnapshotRow,
): Promise<Snapshot | undefined> {
  if (row.job.flow !== 'deposit-by-hand') return snapshotFromRow(row);
  const [whole] = await session.query<SnapshotRow>(readSwapOfHand, [row.id]);
  return whole && snapshotFromRow(whole);
}
