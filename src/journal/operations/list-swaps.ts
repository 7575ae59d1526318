import type { SwapId } from '../../core/swap/ids.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { SwapFilter, SwapView } from '../../ports/stores/swap-store.ts';
import {
  type SwapViewRow,
  swapViewColumns,
  swapViewFromRow,
  swapViewJoins,
} from '../rows/swap-view-row.ts';
import type { SqlParameter, SqlSession } from '../sql-client.ts';

/**
 * A cursor names the last swap of the previous page. Swaps are never deleted, so it stays valid.
 */
export async function listSwaps(
  session: SqlSession,
  filter: SwapFilter,
): Promise<{ swaps: SwapView[]; nextCursor?: string }> {
  const limit = Math.min(Math.max(filter.limit, 1), 200);
  const { newest, parameters } = selectNewest(filter, limit + 1);
  const rows = await session.query<SwapViewRow>(
    `select ${swapViewColumns}
     from (${newest}) s ${swapViewJoins}
     order by s.position desc`,
    parameters,
  );
  const swaps = rows.slice(0, limit).map(swapViewFromRow);
  const last = swaps.at(-1);
  return rows.length > limit && last
    ? { swaps, nextCursor: encodeCursor(last.swap.id) }
    : { swaps };
}

/**
 * Looks up each state by itself, in the index that has its swaps in order. Only a range condition
 * in the index's whole order forces that plan. A plan that reads the newest swaps until enough have
 * the state reads all swaps if the state is rare.
 */
function selectNewest(
  filter: SwapFilter,
  limit: number,
): { newest: string; parameters: SqlParameter[] } {
  const parameters: SqlParameter[] = [limit];
  const clauses: string[] = [];
  const given = (parameter: SqlParameter): string => `$${parameters.push(parameter)}`;
  if (filter.chain !== undefined) {
    const chain = given(filter.chain);
    clauses.push(`(from_chain = ${chain} or to_chain = ${chain})`);
  }
  if (filter.wallet !== undefined) {
    const wallet = given(filter.wallet);
    clauses.push(`${wallet} in (wallet_name, split_part(wallet_name, '/', 1))`);
  }
  if (filter.cursor !== undefined) {
    clauses.push(
      `position < (select position from swaps where id = ${given(decodeCursor(filter.cursor))})`,
    );
  }
  const select = (all: readonly string[], order: string): string =>
    `select * from swaps ${all.length === 0 ? '' : `where ${all.join(' and ')}`} order by ${order} limit $1`;
  if (!filter.states) return { newest: select(clauses, 'position desc'), parameters };
  const ofState = select(
    ['state between wanted.state and wanted.state', ...clauses],
    'state desc, position desc',
  );
  const ofEach = `select found.* from unnest(${given([...new Set(filter.states)])}::text[]) as wanted(state)
    cross join lateral (${ofState}) found order by found.position desc limit $1`;
  return { newest: ofEach, parameters };
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
