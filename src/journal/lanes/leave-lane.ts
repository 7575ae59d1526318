import { courseOf } from '../../core/swap/course.ts';
import type { LeaseId, SwapId } from '../../core/swap/ids.ts';
import { swapStates } from '../../core/swap/swap.ts';
import type { SlotReturn } from '../../families/shared/formats/lane-rule.ts';
import type { SqlSession } from '../sql-client.ts';

/** SQL: whether the swap has a live lease: something may be signed, or is signed and unproven. */
function hasLease(swap: string): string {
  return `exists (select from steps own join lease_steps taken on taken.step_id = own.id and taken.live where own.swap_id = ${swap})`;
}

/**
 * SQL: removes a swap from its lane. It keeps its slot while one of its transactions is pending;
 * the event of the lane's rule returns the slot then.
 */
export function deleteLaneEntry(swap: string): string {
  return `delete from lane_swaps where swap_id = ${swap} and (not has_slot or not ${hasLease(swap)})`;
}

/**
 * States in which a swap needs no slot once it has no pending transaction: it has ended, or waits
 * for a person.
 */
const idleStates = swapStates
  .filter((state) => courseOf(state) !== 'goes_on')
  .map((state) => `'${state}'`)
  .join(', ');

/**
 * Returns the slots of the swaps whose transactions under these leases reached the event of their
 * lane's rule. A swap that signed only an approve keeps its slot, unless it is idle now.
 */
export async function returnSlots(
  session: SqlSession,
  leaseIds: readonly LeaseId[],
  returnedAt: SlotReturn,
): Promise<void> {
  if (leaseIds.length === 0) return;
  await session.query(deleteSlots('$1', '$2'), [leaseIds, returnedAt]);
}

/**
 * SQL: does what `returnSlots` does. The leases need not be marked as over before, because a
 * statement does not see its own writes.
 * @param leaseIds, returnedAt SQL expressions
 */
export function deleteSlots(leaseIds: string, returnedAt: string): string {
  const leases = `${leaseIds}::uuid[]`;
  const isIdle = `exists (select from swaps where swaps.id = st.swap_id and swaps.state in (${idleStates}))`;
  const hasOther = `exists (select from steps own join lease_steps taken on taken.step_id = own.id
    where own.swap_id = st.swap_id and taken.live and taken.lease_id <> all(${leases}))`;
  return `delete from lane_swaps entry using lanes lane, lease_steps ls, steps st
    where ls.lease_id = any(${leases}) and st.id = ls.step_id
      and (st.kind not in ('approve', 'revoke') or (${returnedAt} = 'proven' and ${isIdle} and not ${hasOther}))
      and entry.swap_id = st.swap_id and entry.has_slot
      and lane.wallet_id = entry.wallet_id and lane.chain = entry.chain
      and (${returnedAt} = 'proven' or lane.returned_at = ${returnedAt})`;
}

/** Takes a waiting swap out of its lane and makes it due: something happened for it. */
export async function takeOutOfLane(session: SqlSession, swapId: SwapId): Promise<void> {
  await session.query(
    `with entry as (delete from lane_swaps where swap_id = $1)
     insert into timers (swap_id, due_at) values ($1, now()) on conflict (swap_id) do update set due_at = now()`,
    [swapId],
  );
}

/**
 * SQL, next to a CTE `swap` with the id of one: returns its slot if its lane's rule does so at this
 * event.
 */
export function deleteSlot(returnedAt: SlotReturn): string {
  return `delete from lane_swaps entry using swap, lanes lane
    where entry.swap_id = swap.id and entry.has_slot and lane.wallet_id = entry.wallet_id and lane.chain = entry.chain
      and lane.returned_at = '${returnedAt}'`;
}
