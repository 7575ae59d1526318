import type { LeaseId, SwapId } from '../../core/swap/ids.ts';
import { isEnd, swapStates, wantsPerson } from '../../core/swap/swap.ts';
import type { SlotReturn } from '../../families/shared/formats/lane-rule.ts';
import type { SqlSession } from '../sql-client.ts';

/** SQL: whether something of the swap may be signed or is signed and not proven. */
function hasLease(swap: string): string {
  return `exists (select from steps own join lease_steps taken on taken.step_id = own.id and taken.live where own.swap_id = ${swap})`;
}

/**
 * SQL: takes a swap out of its lane. It keeps a slot while a transaction of it is on its way: then
 * what the lane's rule names returns the slot.
 */
export function deletePlace(swap: string): string {
  return `delete from lane_swaps where swap_id = ${swap} and (not has_slot or not ${hasLease(swap)})`;
}

/** The swap has ended or waits for a person: it needs no slot once nothing of it is on its way. */
const restingStates = swapStates
  .filter((state) => isEnd(state) || wantsPerson(state))
  .map((state) => `'${state}'`)
  .join(', ');

/**
 * An event that returns slots by the rule of their lane has come for the transactions of these
 * leases. A swap that has signed only an approval goes on in its slot, unless it has come to rest
 * meanwhile.
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
 * SQL: what `returnSlots` does. The leases themselves need not be marked as over before: a
 * statement does not see its own writes.
 * @param leaseIds, returnedAt SQL expressions
 */
export function deleteSlots(leaseIds: string, returnedAt: string): string {
  const leases = `${leaseIds}::uuid[]`;
  const isAtRest = `exists (select from swaps where swaps.id = st.swap_id and swaps.state in (${restingStates}))`;
  const hasOther = `exists (select from steps own join lease_steps taken on taken.step_id = own.id
    where own.swap_id = st.swap_id and taken.live and taken.lease_id <> all(${leases}))`;
  return `delete from lane_swaps place using lanes lane, lease_steps ls, steps st
    where ls.lease_id = any(${leases}) and st.id = ls.step_id
      and (st.kind not in ('approve', 'revoke') or (${returnedAt} = 'proven' and ${isAtRest} and not ${hasOther}))
      and place.swap_id = st.swap_id and place.has_slot
      and lane.wallet_id = place.wallet_id and lane.chain = place.chain
      and (${returnedAt} = 'proven' or lane.returned_at = ${returnedAt})`;
}

/** A swap that waits is called out of its lane: something has come for it. */
export async function callOut(session: SqlSession, swapId: SwapId): Promise<void> {
  await session.query(
    `with place as (delete from lane_swaps where swap_id = $1)
     insert into timers (swap_id, due_at) values ($1, now()) on conflict (swap_id) do update set due_at = now()`,
    [swapId],
  );
}

/**
 * SQL, beside a CTE `swap` with the id of one: returns its slot if that is when its lane's rule
 * does so.
 */
export function deleteSlot(returnedAt: SlotReturn): string {
  return `delete from lane_swaps place using swap, lanes lane
    where place.swap_id = swap.id and place.has_slot and lane.wallet_id = place.wallet_id and lane.chain = place.chain
      and lane.returned_at = '${returnedAt}'`;
}
