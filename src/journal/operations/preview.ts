import type { TokenAddress } from '../../core/swap/chains.ts';
import type { Reason } from '../../core/swap/swap.ts';
import type { PreviewStore } from '../../ports/stores/preview-store.ts';
import { type StopRow, selectStop, stopFromRow } from '../rows/stop-row.ts';
import type { SqlSession } from '../sql-client.ts';

const ofJob = selectStop('$1::uuid', '$2::text', '$3::text', '$4::text');

export async function findStop(
  session: SqlSession,
  { walletId, chain, provider, rule }: Parameters<PreviewStore['findStop']>[0],
): Promise<Reason | undefined> {
  const [row] = await session.query<StopRow>(ofJob, [
    walletId,
    chain,
    provider ?? null,
    rule ?? null,
  ]);
  return row && stopFromRow(row);
}

/** Counts as a lease does (`funds` in `lease/read-lease.ts`). */
export async function reservedFunds(
  session: SqlSession,
  { walletId, chain, block }: Parameters<PreviewStore['reservedFunds']>[0],
): Promise<ReadonlyMap<TokenAddress, bigint>> {
  const rows = await session.query<{ token: TokenAddress; amount: bigint }>(
    `select token, sum(amount) as amount from reservations
     where wallet_id = $1 and chain = $2 and not released and (included_block is null or included_block > $3)
     group by token`,
    [walletId, chain, block],
  );
  return new Map(rows.map(({ token, amount }) => [token, amount]));
}
