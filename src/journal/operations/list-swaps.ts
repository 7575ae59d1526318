import type { SwapId } from '../../core/swap/ids.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { SwapFilter, SwapView } from '../../ports/stores/swap-store.ts';
import {
  type SwapViewRow,
  swapViewColumns,
  swapViewFromRow,
  swapViewJoins,
} from '../rows/swap-view-row.ts';
import type { SqlSession } from '../sql-client.ts';
import { matchSwaps } from './match-swaps.ts';

const readViews = `select ${swapViewColumns}
  from unnest($1::uuid[]) wanted(id) join swaps s on s.id = wanted.id ${swapViewJoins}
  order by s.position desc`;

const findPosition = 'select position from swaps where id = $1';
const findBefore = 'select id from swaps where position >= $1::bigint order by position limit 1';

/**
 * A cursor names the swap at which the previous page ended. Swaps are never deleted, so it stays
 * valid.
 */
export async function listSwaps(
  session: SqlSession,
  { limit: given, cursor, ...criteria }: SwapFilter,
): Promise<{ swaps: SwapView[]; nextCursor?: string }> {
  const limit = Math.min(Math.max(given, 1), 1_000);
  const from = cursor === undefined ? undefined : decodeCursor(cursor);
  const [begin] =
    from === undefined ? [] : await session.query<{ position: bigint }>(findPosition, [from]);
  if (from !== undefined && !begin) return { swaps: [] };
  const { ids, before } = await matchSwaps(session, criteria, {
    limit: limit + 1,
    before: begin?.position,
  });
  const page = ids.slice(0, limit);
  const rows = page.length === 0 ? [] : await session.query<SwapViewRow>(readViews, [page]);
  const swaps = rows.map(swapViewFromRow);
  const last = page.at(-1);
  if (ids.length > limit && last) return { swaps, nextCursor: encodeCursor(last) };
  if (before === undefined) return { swaps };
  const [reached] = await session.query<{ id: SwapId }>(findBefore, [before]);
  return reached ? { swaps, nextCursor: encodeCursor(reached.id) } : { swaps };
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function encodeCursor(id: SwapId): string {
  return Buffer.from(id).toString('base64url');
}

function decodeCursor(cursor: string): string {
  const id = Buffer.from(cursor, 'base64url').toString();
  if (!uuid.test(id)) {
    throw new FerrymanError('INVALID_REQUEST', 'the cursor is not valid', {
      faults: [{ pointer: '/cursor', message: 'is not a cursor of an earlier page' }],
    });
  }
  return id;
}
