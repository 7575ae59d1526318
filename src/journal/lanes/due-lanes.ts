import type { ChainName } from '../../core/swap/chains.ts';
import type { WalletId } from '../../core/swap/ids.ts';
import type { DueLane } from '../../ports/stores/lane-store.ts';
import type { SqlSession } from '../sql-client.ts';

/** A lane in which swaps wait is looked at again this soon, whatever happens: SQL. */
export const lookAgain = `now() + interval '1 minute'`;

/** SQL: rows of `DueLane`, the first due first. @param limit an expression */
export function selectDueLanes(limit: string): string {
  return `select wallet_id as "walletId", chain, admitted::float8 as version
    from lanes where due_at <= now() order by due_at limit ${limit}`;
}

export async function dueLanes(session: SqlSession, limit: number): Promise<DueLane[]> {
  return await session.query<DueLane>(selectDueLanes('$1'), [limit]);
}

/** What kept lanes from admitting swaps is over: each in which a swap waits is due now. */
export async function callLanes(session: SqlSession): Promise<void> {
  await session.query('update lanes set due_at = now() where waiting > 0 and due_at > now()');
}

/**
 * The account's last transaction is proven: a lane of swaps that go together may be able to admit
 * the next.
 */
export async function callLane(
  session: SqlSession,
  { walletId, chain }: { walletId: WalletId; chain: ChainName },
): Promise<void> {
  await session.query(dueLane('$1', '$2'), [walletId, chain]);
}

/** SQL: what `callLane` does. @param walletId, chain SQL expressions */
export function dueLane(walletId: string, chain: string): string {
  return `update lanes set due_at = now()
    where wallet_id = ${walletId} and chain = ${chain} and together and waiting > 0 and due_at > now()`;
}
