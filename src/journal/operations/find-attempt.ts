import type { ChainName } from '../../core/swap/chains.ts';
import type { AttemptId } from '../../core/swap/ids.ts';
import type { SqlSession } from '../sql-client.ts';

export async function findAttempt(
  session: SqlSession,
  chain: ChainName,
  txId: string,
): Promise<AttemptId | undefined> {
  const [attempt] = await session.query<{ id: AttemptId }>(
    'select id from attempts where chain = $1 and tx_id = $2',
    [chain, txId],
  );
  return attempt?.id;
}
