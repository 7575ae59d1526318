import type { ChainName } from '../../core/chains.ts';
import { onlyRow } from '../only-row.ts';
import type { SqlSession } from '../sql-client.ts';

export async function isOwnTransaction(session: SqlSession, chain: ChainName, txId: string): Promise<boolean> {
  const { own } = onlyRow(
    await session.query<{ own: boolean }>(
      `select exists (select from attempts where chain = $1 and tx_id = $2)
         or exists (select from boosts where chain = $1 and tx_id = $2)
         or exists (select from lost_attempts where chain = $1 and tx_id = $2) as own`,
      [chain, txId],
    ),
  );
  return own;
}
