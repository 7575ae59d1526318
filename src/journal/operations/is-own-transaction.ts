import type { ChainName } from '../../core/swap/chains.ts';
import type { SqlSession } from '../sql-client.ts';

export async function isOwnTransaction(
  session: SqlSession,
  chain: ChainName,
  txId: string,
): Promise<boolean> {
  const rows = await session.query(selectOwnTransactions('$1', '$2'), [
    chain,
    JSON.stringify([txId]),
  ]);
  return rows.length > 0;
}

/**
 * SQL: which of the transactions were signed here, including lost attempts, in a column `txId`.
 * @param chain, txIds SQL expressions; `txIds` is a JSON array
 */
export function selectOwnTransactions(chain: string, txIds: string): string {
  return `
    select given.tx_id as "txId"
    from json_array_elements_text(${txIds}::json) as given (tx_id)
    where exists (select from attempts where chain = ${chain} and attempts.tx_id = given.tx_id)
      or exists (select from boosts where chain = ${chain} and boosts.tx_id = given.tx_id)
      or exists (select from lost_attempts where chain = ${chain} and lost_attempts.tx_id = given.tx_id)`;
}
