import type { SwapId } from '../../core/swap/ids.ts';
import type { SqlSession } from '../sql-client.ts';

/** Oldest first. Only refunds signed for this swap: a resubmission or retry of it has its own. */
export async function lostRefunds(session: SqlSession, id: SwapId): Promise<string[]> {
  const rows = await session.query<{ tx_id: string }>(
    `select lost.tx_id
     from swaps s join lost_attempts lost on lost.swap_id = s.id and lost.chain = s.from_chain
     where s.id = $1 and lost.imported_at is null and lost.step_kind = 'refund' and lost.attempt_kind <> 'cancel'
     order by lost.signed_at, lost.tx_id`,
    [id],
  );
  return rows.map(({ tx_id: txId }) => txId);
}
