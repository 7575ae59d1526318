import type { GasLimit, LowGas } from '../../ports/stores/health-store.ts';
import type { SqlSession } from '../sql-client.ts';

export async function lowGas(session: SqlSession, limits: readonly GasLimit[]): Promise<LowGas[]> {
  if (limits.length === 0) return [];
  return session.query<LowGas>(
    `select w.name as wallet, w.family, a.chain, a.balance, a.block, l.below
     from unnest($1::text[], $2::text[], $3::numeric[]) as l (chain, token, below)
     join assets a on a.chain = l.chain and a.token = l.token and a.balance < l.below
     join wallets w on w.id = a.wallet_id order by a.chain, w.name, w.family`,
    [
      limits.map(({ chain }) => chain),
      limits.map(({ token }) => token),
      limits.map(({ below }) => below.toString()),
    ],
  );
}
