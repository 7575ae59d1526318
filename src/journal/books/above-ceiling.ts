import type { BalanceStore } from '../../ports/stores/balance-store.ts';
import type { SqlSession } from '../sql-client.ts';

export async function moveAboveCeiling(
  session: SqlSession,
  { wallet, family }: Parameters<BalanceStore['moveAboveCeiling']>[0],
  isAbove: boolean,
): Promise<boolean> {
  const moved = await session.query(
    `insert into above_ceiling (wallet, family, is_above) values ($1, $2, $3)
     on conflict (wallet, family) do update set is_above = excluded.is_above
     where above_ceiling.is_above <> excluded.is_above returning wallet`,
    [wallet, family, isAbove],
  );
  return isAbove && moved.length > 0;
}
