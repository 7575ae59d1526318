import type { Successor } from '../../core/operator/successor.ts';
import type { SwapId } from '../../core/swap/ids.ts';
import { selectSuccessor } from '../rows/successor-row.ts';
import type { SqlSession } from '../sql-client.ts';

const read = `select (${selectSuccessor('$1::uuid')}) as successor`;

/** Under the swap's lock there comes no other one. */
export async function findSuccessor(
  session: SqlSession,
  id: SwapId,
): Promise<Successor | undefined> {
  const [row] = await session.query<{ successor: Successor | null }>(read, [id]);
  return row?.successor ?? undefined;
}
