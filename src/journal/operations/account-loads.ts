import type { WalletId } from '../../core/swap/ids.ts';
import { openStates } from '../../core/swap/swap.ts';
import type { AccountLoad, WalletStore } from '../../ports/stores/wallet-store.ts';
import type { SqlSession } from '../sql-client.ts';

/** Listed one by one, so that Postgres uses the index on them: few of all swaps are open. */
export async function accountLoads(
  session: SqlSession,
  { chain, token, walletIds }: Parameters<WalletStore['accountLoads']>[0],
): Promise<ReadonlyMap<WalletId, AccountLoad>> {
  const rows = await session.query<AccountLoad & { walletId: WalletId }>(
    `select wallet_id as "walletId", count(*)::int as "openSwaps",
       coalesce(sum((job->>'amount')::numeric) filter (
         where job->'from'->>'token' = $4 and funds_state not in ('moved', 'returned')
       ), 0) as unpaid
     from swaps
     where state = any($1::text[]) and from_chain = $2 and wallet_id = any($3::uuid[])
     group by wallet_id`,
    [openStates, chain, [...walletIds], token],
  );
  const loads = new Map(
    walletIds.map((id): [WalletId, AccountLoad] => [id, { openSwaps: 0, unpaid: 0n }]),
  );
  for (const { walletId, openSwaps, unpaid } of rows) loads.set(walletId, { openSwaps, unpaid });
  return loads;
}
