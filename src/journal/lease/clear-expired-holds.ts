import type { LeaseId, SwapId } from '../../core/ids.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { LeaseRequest } from '../../ports/signing-records.ts';
import type { SqlSession } from '../sql-client.ts';
import { changeSwap } from '../writes/change-swap.ts';
import { assertNotEnded, assertVersion, type LockedSwap, lockSwaps } from '../writes/lock-swap.ts';
import { voidLeases } from '../writes/void-leases.ts';

/**
 * Locks the swap and, in the same order as everyone, the swaps whose holds on the account have expired. Throws `NOT_FOUND`,
 * `JOURNAL_STALE`, and `JOURNAL_BROKEN_INVARIANT` for an ended swap.
 */
export async function lockWithExpiredHolders(session: SqlSession, request: LeaseRequest): Promise<LockedSwap[]> {
  const expired = await session.query<{ swap_id: SwapId }>(
    `select st.swap_id
     from leases l join lease_steps ls on ls.lease_id = l.id and ls.live join steps st on st.id = ls.step_id
     where l.wallet_id = $1 and l.chain = $2 and l.state = 'held' and l.held_until <= clock_timestamp()
       and st.swap_id is not null`,
    [request.walletId, request.chain],
  );
  const locked = await lockSwaps(session, [request.swapId, ...expired.map(({ swap_id: id }) => id)]);
  const swap = locked.find(({ id }) => id === request.swapId);
  if (!swap) throw new FerrymanError('NOT_FOUND', `there is no swap ${request.swapId}`);
  assertVersion(swap, request.version);
  assertNotEnded(swap);
  return locked;
}

/**
 * Makes an expired hold on the account void. Whose hold is left, if any; under the lock of the account. A hold that expired only after
 * the swaps were locked counts as living.
 */
export async function clearExpiredHolds(
  session: SqlSession,
  request: LeaseRequest,
  locked: readonly LockedSwap[],
): Promise<{ heldFor?: SwapId | null }> {
  const holds = await session.query<{ id: LeaseId; nonce: bigint | null; swap_id: SwapId | null; expired: boolean }>(
    `select l.id, l.nonce, st.swap_id, l.held_until <= clock_timestamp() as expired
     from leases l join lease_steps ls on ls.lease_id = l.id and ls.live join steps st on st.id = ls.step_id
     where l.wallet_id = $1 and l.chain = $2 and l.state = 'held'`,
    [request.walletId, request.chain],
  );
  const [hold] = holds;
  if (!hold) return {};
  // One account has one hold; it may be held for several swaps.
  const swapIds = holds.flatMap((one) => locked.find(({ id }) => id === one.swap_id)?.id ?? []);
  if (!hold.expired || swapIds.length < holds.length) return { heldFor: hold.swap_id };
  await voidLeases(session, [hold.id]);
  const nonce = hold.nonce === null ? {} : { nonce: hold.nonce };
  const data = { leaseId: hold.id, why: 'expired', chain: request.chain, ...nonce };
  for (const swapId of swapIds) await changeSwap(session, { swapId, event: { type: 'lease_voided', data } });
  return {};
}
