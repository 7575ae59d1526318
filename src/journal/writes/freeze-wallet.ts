import type { WalletId } from '../../core/swap/ids.ts';
import type { SqlSession } from '../sql-client.ts';

/**
 * Freezes a wallet: nothing is signed with it until a person unfreezes it. The first reason stays.
 */
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
