import type { SwapId } from '../../core/ids.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { SwapFilter, SwapView } from '../../ports/journal.ts';
import { type SwapViewRow, swapViewColumns, swapViewFromRow, swapViewJoins } from '../rows/swap-view-row.ts';
import type { SqlParameter, SqlSession } from '../sql-client.ts';

/** A cursor names the last swap of the page before it. Swaps are never removed, so it never goes stale. */
export async function listSwaps(
  session: SqlSession,
  filter: SwapFilter,
): Promise<{ swaps: SwapView[]; nextCursor?: string }> {
  const limit = Math.min(Math.max(filter.limit, 1), 200);
  const { where, parameters } = conditions(filter, limit + 1);
  const rows = await session.query<SwapViewRow>(
    `select ${swapViewColumns}
     from (select * from swaps ${where} order by position desc limit $1) s ${swapViewJoins}
     order by s.position desc`,
    parameters,
  );
  const swaps = rows.slice(0, limit).map(swapViewFromRow);
  const last = swaps.at(-1);
  return rows.length > limit && last ? { swaps, nextCursor: encodeCursor(last.swap.id) } : { swaps };
}

function conditions(filter: SwapFilter, limit: number): { where: string; parameters: SqlParameter[] } {
  const parameters: SqlParameter[] = [limit];
  const clauses: string[] = [];
  const given = (parameter: SqlParameter): string => `$${parameters.push(parameter)}`;
  if (filter.states) clauses.push(`state = any(${given([...filter.states])}::text[])`);
  if (filter.chain !== undefined) {
    const chain = given(filter.chain);
    clauses.push(`(from_chain = ${chain} or to_chain = ${chain})`);
  }
  if (filter.wallet !== undefined) {
    const wallet = given(filter.wallet);
    clauses.push(`${wallet} in (wallet_name, split_part(wallet_name, '/', 1))`);
  }
  if (filter.cursor !== undefined) {
    clauses.push(`position < (select position from swaps where id = ${given(decodeCursor(filter.cursor))})`);
  }
  return { where: clauses.length === 0 ? '' : `where ${clauses.join(' and ')}`, parameters };
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function encodeCursor(id: SwapId): string {
  return Buffer.from(id).toString('base64url');
}

function decodeCursor(cursor: string): string {
  const id = Buffer.from(cursor, 'base64url').toString();
  if (!uuid.test(id)) {
    throw new FerrymanError('INVALID_REQUEST', 'the cursor is malformed', {
      faults: [{ pointer: '/cursor', message: 'is none that a list gave' }],
    });
  }
  return id;
}
