import type { ChainName } from '../../core/swap/chains.ts';
import type { SwapId } from '../../core/swap/ids.ts';
import type { SqlSession } from '../sql-client.ts';

export async function othersTransactions(
  session: SqlSession,
  id: SwapId,
  chain: ChainName,
  txIds: readonly string[],
): Promise<string[]> {
  if (txIds.length === 0) return [];
  const rows = await session.query<{ txId: string }>(selectOthersTransactions('$1', '$2', '$3'), [
    id,
    chain,
    JSON.stringify(txIds),
  ]);
  return rows.map(({ txId }) => txId);
}

/**
 * SQL: which of the transactions were signed for other swaps, in a column `txId`. A lost attempt
 * belongs to the swap that it was signed for: a resubmission or retry of it has its own
 * transactions.
 * @param id, chain, txIds SQL expressions; `txIds` is a JSON array
 */
export function selectOthersTransactions(id: string, chain: string, txIds: string): string {
  const ofAnother = `not exists (
    select from lease_steps ls join steps st on st.id = ls.step_id where ls.lease_id = a.lease_id and st.swap_id = ${id})`;
  return `
    select given.tx_id as "txId"
    from json_array_elements_text(${txIds}::json) as given (tx_id)
    where exists (select from attempts a where a.chain = ${chain} and a.tx_id = given.tx_id and ${ofAnother})
      or exists (
        select from boosts b join attempts a on a.id = b.attempt_id
        where b.chain = ${chain} and b.tx_id = given.tx_id and ${ofAnother})
      or exists (
        select from lost_attempts lost
        where lost.chain = ${chain} and lost.tx_id = given.tx_id and lost.imported_at is null and lost.swap_id <> ${id})`;
}
