import type { ChainName } from '../../core/chains.ts';
import type { ObservedAttempt } from '../../ports/chain-adapter.ts';
import type { SqlSession } from '../sql-client.ts';

export async function openAttempts(
  session: SqlSession,
  chain: ChainName,
): Promise<(ObservedAttempt & { account: string })[]> {
  return await session.query(
    `select a.tx_id as "txId", l.account from leases l join attempts a on a.lease_id = l.id
     where l.chain = $1 and l.state = 'signed' order by l.position, a.seq`,
    [chain],
  );
}
