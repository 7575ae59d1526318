import type { SwapId } from '../../core/swap/ids.ts';
import type { Snapshot } from '../../core/swap/swap.ts';
import {
  heldColumn,
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

/** The same for a swap that the guard holds. */
const readHeldSwap = `select ${snapshotColumns}, ${heldColumn} from swaps s ${snapshotJoins} where s.id = $1`;

/** Safe in any isolation level: one statement sees one moment. */
export async function snapshot(session: SqlSession, id: SwapId): Promise<Snapshot | undefined> {
  const [row] = await session.query<SnapshotRow>(readSwap, [id]);
  return row && wholeSnapshot(session, row);
}

/**
 * The row's snapshot; a swap with a manual deposit is read again with its deposits, and a held one
 * with what persons have decided.
 */
export async function wholeSnapshot(
  session: SqlSession,
  row: SnapshotRow,
): Promise<Snapshot | undefined> {
  const isManual = row.job.flow === 'deposit-by-hand';
  if (isHeld(row) && !isManual) {
    const [held] = await session.query<SnapshotRow>(readHeldSwap, [row.id]);
    return held && snapshotFromRow(held);
  }
  if (!isManual) return snapshotFromRow(row);
  const [whole] = await session.query<SnapshotRow>(readManualSwap, [row.id]);
  return whole && snapshotFromRow(whole);
}

/** Whether the swap waits for persons to decide what it is held for. */
function isHeld({ state, reason_code: code }: SnapshotRow): boolean {
  return state === 'awaiting_approval' || (state === 'needs_review' && code === 'APPROVAL_NEEDED');
}
