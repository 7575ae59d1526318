import type { ChainName } from '../../core/chains.ts';
import type { WalletId } from '../../core/ids.ts';
import { type Stop, type StopRow, selectStop, stopFromRow } from '../rows/stop-row.ts';
import type { SqlSession } from '../sql-client.ts';

/** What stops signing now, if anything does. */
export async function findStop(
  session: SqlSession,
  subject: { walletId: WalletId; chain: ChainName; provider?: string | undefined },
): Promise<Stop | undefined> {
  const [row] = await session.query<StopRow>(selectStop('$1::uuid', '$2::text', '$3::text'), [
    subject.walletId,
    subject.chain,
    subject.provider ?? null,
  ]);
  return row && stopFromRow(row);
}
