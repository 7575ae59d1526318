import type { LeaseId, SwapId } from '../../core/ids.ts';
import type { SlotReturn } from '../../core/lane-rule.ts';
import type { SqlSession } from '../sql-client.ts';

/** SQL: whether something of the swap may be signed or is signed and not proven. */
function hasLease(swap: string): string {
  return `exists (select from steps st join lease_steps ls on ls.step_id = st.id and ls.live where st.swap_id = ${swap})`;
}

/**
 * SQL: takes a swap out of its lane, unless a transaction of it is on its way: then what the lane's
 * rule names returns the slot.
 */
export function deletePlace(swap: string): string {
  return `delete from lane_swaps where swap_id = ${swap} and not ${hasLease(swap)}`;
}

/** A swap that has to wait before it signs needs another slot then. */
export async function returnSlot(session: SqlSession, swapId: SwapId): Promise<void> {
  await session.query(`${deletePlace('$1')} and has_slot`, [swapId]);
}

/** An event that returns slots by the rule of their lane has come for the transactions of these leases. */
export async function returnSlots(
  session: SqlSession,
  leaseIds: readonly LeaseId[],
  returnedAt: SlotReturn,
): Promise<void> {
  if (leaseIds.length === 0) return;
  await session.query(deleteSlots('$1', '$2'), [leaseIds, returnedAt]);
}

/** SQL: what `returnSlots` does. @param leaseIds, returnedAt SQL expressions */
export function deleteSlots(leaseIds: string, returnedAt: string): string {
  return `delete from lane_swaps place using lanes lane, lease_steps ls, steps st
    where ls.lease_id = any(${leaseIds}::uuid[]) and st.id = ls.step_id and st.kind not in ('approve', 'revoke')
      and place.swap_id = st.swap_id and place.has_slot
      and lane.wallet_id = place.wallet_id and lane.chain = place.chain and (${returnedAt} = 'proven' or lane.returned_at = ${returnedAt})`;
}

/** A swap that waits is called out of its lane: something has come for it. */
export async function callOut(session: SqlSession, swapId: SwapId): Promise<void> {
  await session.query(
    `with place as (delete from lane_swaps where swap_id = $1)
     insert into timers (swap_id, due_at) values ($1, now()) on conflict (swap_id) do update set due_at = now()`,
    [swapId],
  );
}
