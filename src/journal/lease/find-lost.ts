import type { ChainName } from '../../core/chains.ts';
import type { LeaseRequest } from '../../ports/signing-records.ts';
import { didTheSame } from '../rows/lost-attempt-row.ts';
import type { SqlSession } from '../sql-client.ts';

/** An attempt of the same step that was signed in a history that this journal has lost. */
export async function findLost(
  session: SqlSession,
  { swapId, kind }: LeaseRequest,
): Promise<{ chain: ChainName; txId: string } | undefined> {
  const [lost] = await session.query<{ chain: ChainName; txId: string }>(
    `select lost.chain, lost.tx_id as "txId" from swaps s
     join lost_attempts lost on ${didTheSame('lost', 's', '$2')}
     where s.id = $1 limit 1`,
    [swapId, kind],
  );
  return lost;
}
