import type { BalanceStore } from '../../ports/stores/balance-store.ts';
import { raiseNotice } from '../operations/raise-notice.ts';
import type { SqlSession } from '../sql-client.ts';

/** In a transaction: whoever moves the account above raises the notice. */
export async function moveAboveCeiling(
  session: SqlSession,
  { wallet, family, subject }: Parameters<BalanceStore['moveAboveCeiling']>[0],
  notice: Parameters<BalanceStore['moveAboveCeiling']>[1],
): Promise<void> {
  const moved = await session.query(
    `insert into above_ceiling (wallet, family, subject, is_above) values ($1, $2, $3, $4)
     on conflict (wallet, family, subject) do update set is_above = excluded.is_above
     where above_ceiling.is_above <> excluded.is_above returning wallet`,
    [wallet, family, subject, notice !== false],
  );
  if (notice && moved.length > 0) await raiseNotice(session, notice);
}
