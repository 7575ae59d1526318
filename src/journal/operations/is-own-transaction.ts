import type { ChainName } from '../../core/chains.ts';
import type { SqlSession } from '../sql-client.ts';

export async function isOwnTransaction(session: SqlSession, chain: ChainName, txId: string): Promise<boolean> {
  return (await ownTransactions(session, chain, [txId])).length > 0;
}

/** Those that were signed here, be it in a history that the journal has lost. */
export async function ownTransactions(
  session: SqlSession,
  chain: ChainName,
  txIds: readonly string[],
): Promise<string[]> {
  if (txIds.length === 0) return [];
  const rows = await session.query<{ txId: string }>(
    `select given.tx_id as "txId"
     from json_array_elements_text($2::json) as given (tx_id)
     where exists (select from attempts where chain = $1 and attempts.tx_id = given.tx_id)
       or exists (select from boosts where chain = $1 and boosts.tx_id = given.tx_id)
       or exists (select from lost_attempts where chain = $1 and lost_attempts.tx_id = given.tx_id)`,
    [chain, JSON.stringify(txIds)],
  );
  return rows.map(({ txId }) => txId);
}
