import type { SwapId } from '../../core/ids.ts';
import type { Snapshot } from '../../core/swap.ts';
import { type SnapshotRow, snapshotColumns, snapshotFromRow, snapshotJoins } from '../rows/snapshot-row.ts';
import type { SqlSession } from '../sql-client.ts';

/** Reads all that is known of a swap as of one moment, which is that of the statement. */
const readSwap = `select ${snapshotColumns} from swaps s ${snapshotJoins} where s.id = $1`;

/** In whatever isolation: one statement sees one moment. */
export async function snapshot(session: SqlSession, id: SwapId): Promise<Snapshot | undefined> {
  const [row] = await session.query<SnapshotRow>(readSwap, [id]);
  return row && snapshotFromRow(row);
}
