import type { ChainName } from '../../core/swap/chains.ts';
import type { SqlSession } from '../sql-client.ts';
import { changeSwap } from '../writes/change-swap.ts';
import { voidLeases } from '../writes/void-leases.ts';
import type { ExpiredHold } from './judge-lease.ts';

/**
 * Voids an expired hold on the account. Under the locks of the account and of the swaps that it was
 * held for.
 */
export async function voidExpiredHold(
  session: SqlSession,
  chain: ChainName,
  { leaseId, nonce, swaps }: ExpiredHold,
): Promise<void> {
  await voidLeases(session, [leaseId]);
  const data = { leaseId, why: 'expired', chain, ...(nonce === undefined ? {} : { nonce }) };
  for (const swapId of swaps)
    await changeSwap(session, { swapId, event: { type: 'lease_voided', data } });
}
