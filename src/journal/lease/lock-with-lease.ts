import type { LeaseId, SwapId } from '../../core/swap/ids.ts';
import type { SqlSession } from '../sql-client.ts';
import { type LockedSwap, lockEach } from '../writes/lock-swap.ts';

/** Locks swaps by their ids, and the lease only after them: another swap may be joining it. */
const lock = `
  with swap as materialized (
    ${lockEach('unnest($1::uuid[])')}
  ), lease as materialized (
    select id from leases where id = $2 and (select count(*) from swap) > 0 for no key update
  )
  select swap.* from swap left join lease on true`;

/** Returns the swaps that exist. The lease may not exist. */
export async function lockWithLease(
  session: SqlSession,
  swapIds: Iterable<SwapId>,
  leaseId: LeaseId,
): Promise<LockedSwap[]> {
  return await session.query<LockedSwap>(lock, [[...new Set(swapIds)].sort(), leaseId]);
}
