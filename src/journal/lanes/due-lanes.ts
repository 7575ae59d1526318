import type { ChainName } from '../../core/swap/chains.ts';
import type { WalletId } from '../../core/swap/ids.ts';
import type { DueLane } from '../../ports/stores/lane-store.ts';
import type { SqlSession } from '../sql-client.ts';

/** SQL: the latest time of the next check of a lane in which swaps wait. */
export const latestCheck = `now() + interval '1 minute'`;

/**
 * SQL: rows of `DueLane`, the first due first.
 * @param limit an expression
 */
export function selectDueLanes(limit: string): string {
  return `select wallet_id as "walletId", chain, admitted::float8 as version
    from lanes where due_at <= now() order by due_at limit ${limit}`;
}

export async function dueLanes(session: SqlSession, limit: number): Promise<DueLane[]> {
  return await session.query<DueLane>(selectDueLanes('$1'), [limit]);
}

/** Makes every lane with waiting swaps due now, because the reason that stopped them is gone. */
export async function scheduleLanes(session: SqlSession): Promise<void> {
  await session.query('update lanes set due_at = now() where waiting > 0 and due_at > now()');
}

/**
 * Makes a lane of shared transactions due now: the account's last transaction is proven, so the
 * lane may be able to admit the next swaps.
 */
export async function scheduleLane(
  session: SqlSession,
  { walletId, chain }: { walletId: WalletId; chain: ChainName },
): Promise<void> {
  await session.query(dueLane('$1', '$2'), [walletId, chain]);
}

/**
 * SQL: does what `scheduleLane` does.
 * @param walletId, chain SQL expressions
 */
export function dueLane(walletId: string, chain: string): string {
  return `update lanes set due_at = now()
    where wallet_id = ${walletId} and chain = ${chain} and together and waiting > 0 and due_at > now()`;
}
