import type { GasLimit, LowGas } from '../../ports/stores/health-store.ts';
import type { SqlSession } from '../sql-client.ts';
import { transactionNumber } from '../writes/change-statement.ts';

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

/**
 * Writes a notice for each account that has become low on gas since the last call. An account that
 * was filled up may become low again. In a transaction.
 */
export async function noticeLowGas(
  session: SqlSession,
  limits: readonly GasLimit[],
): Promise<number> {
  const low = await lowGas(session, limits);
  const columns = [
    low.map(({ wallet }) => wallet),
    low.map(({ family }) => family),
    low.map(({ chain }) => chain),
  ];
  await session.query(
    `update low_gas set is_low = false where is_low and not exists (
       select from unnest($1::text[], $2::text[], $3::text[]) as low (wallet, family, chain)
       where (low.wallet, low.family, low.chain) = (low_gas.wallet, low_gas.family, low_gas.chain))`,
    columns,
  );
  const noticed = await session.query(
    `with low as (
       select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]) as low (wallet, family, chain, balance, below)
     ), fresh as (
       insert into low_gas (wallet, family, chain, is_low) select wallet, family, chain, true from low
       on conflict (wallet, family, chain) do update set is_low = true where not low_gas.is_low
       returning wallet, family, chain
     )
     insert into notices (transaction_number, type, wallet, chain, data)
     select ${transactionNumber}, 'low_gas', wallet, chain,
       jsonb_build_object('family', family, 'balanceBaseUnits', balance, 'belowBaseUnits', below)
     from low join fresh using (wallet, family, chain) returning id`,
    [
      ...columns,
      low.map(({ balance }) => balance.toString()),
      low.map(({ below }) => below.toString()),
    ],
  );
  return noticed.length;
}
