import type { WalletId } from '../../core/swap/ids.ts';
import type { SqlSession } from '../sql-client.ts';

/** Nothing is signed with a frozen wallet until a person has looked; the first reason is kept. */
export async function freezeWallet(
  session: SqlSession,
  id: WalletId,
  reason: string,
): Promise<void> {
  await session.query(
    'update wallets set frozen_reason = coalesce(frozen_reason, $2) where id = $1',
    [id, reason],
  );
}
