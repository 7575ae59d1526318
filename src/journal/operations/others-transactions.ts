import type { ChainName } from '../../core/chains.ts';
import type { SwapId } from '../../core/ids.ts';
import type { SqlSession } from '../sql-client.ts';

/** A lost attempt belongs to the swap that it was signed for: what came again as that one, or in its stead, has transactions of its own. */
export async function othersTransactions(
  session: SqlSession,
  id: SwapId,
  chain: ChainName,
  txIds: readonly string[],
): Promise<string[]> {
  if (txIds.length === 0) return [];
  const rows = await session.query<{ txId: string }>(
    `select given.tx_id as "txId"
     from json_array_elements_text($3::json) as given (tx_id)
     where exists (
       select from attempts a
       where a.chain = $2 and (a.tx_id = given.tx_id or exists (
         select from boosts b where b.attempt_id = a.id and b.tx_id = given.tx_id)) and not exists (
         select from lease_steps ls join steps st on st.id = ls.step_id where ls.lease_id = a.lease_id and st.swap_id = $1))
     or exists (select from lost_attempts lost 
       where lost.chain = $2 and lost.tx_id = given.tx_id and lost.imported_at is null and lost.swap_id <> $1)`,
    [id, chain, JSON.stringify(txIds)],
  );
  return rows.map(({ txId }) => txId);
}
