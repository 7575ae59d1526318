import type { ChainName } from '../../core/chains.ts';
import type { ObservedAttempt } from '../../ports/chain-adapter.ts';
import { type InclusionRow, inclusionFromRow } from '../rows/attempt-row.ts';
import type { SqlSession } from '../sql-client.ts';

export async function openAttempts(
  session: SqlSession,
  chain: ChainName,
): Promise<(ObservedAttempt & { account: string })[]> {
  const rows = await session.query<InclusionRow & { tx_id: string; account: string }>(
    `select a.tx_id, l.account, a.status, a.block_number, a.block_hash, a.succeeded, a.fee_paid
     from leases l join attempts a on a.lease_id = l.id
     where l.chain = $1 and l.state = 'signed' order by l.position, a.seq`,
    [chain],
  );
  return rows.map((row) => ({ txId: row.tx_id, account: row.account, inclusion: inclusionFromRow(row) }));
}
