import type { LeaseId, SwapId } from '../../core/swap/ids.ts';
import type { SqlSession } from '../sql-client.ts';

/**
 * Assignments to `allowance_needs n` for a need whose payment did not happen: it is open again if
 * its order still is.
 */
export const reopenedNeed = `lease_id = null, included_block = null,
  state = case when (select o.open from orders o where o.id = n.order_id) then 'open' else 'released' end`;

/**
 * Voids held leases one after the other and gives back their nonces, reservations, allowance needs
 * and approves. Their steps stay open for the next lease. Under the locks of their swaps. The
 * constraint `leases_void_without_attempts` refuses a lease with an attempt.
 */
export async function voidLeases(session: SqlSession, ids: readonly LeaseId[]): Promise<void> {
  for (const id of ids) await voidHeld(session, id);
}

/**
 * Voids the leases under which the swap has signed nothing. A worker that is about to sign finds
 * its lease lost.
 */
export async function voidHeldOf(session: SqlSession, swapId: SwapId): Promise<void> {
  const held = await session.query<{ id: LeaseId }>(
    `select l.id from steps st join lease_steps ls on ls.step_id = st.id and ls.live join leases l on l.id = ls.lease_id
     where st.swap_id = $1 and l.state = 'held'`,
    [swapId],
  );
  await voidLeases(
    session,
    held.map(({ id }) => id),
  );
}

async function voidHeld(session: SqlSession, id: LeaseId): Promise<void> {
  // The highest nonce returns to the counter; a lower one is found among the void leases.
  await session.query(
    `with lease as (update leases set state = 'void' where id = $1 and state = 'held' returning wallet_id, chain, nonce)
     update wallet_chain wc set next_nonce = lease.nonce from lease
     where wc.wallet_id = lease.wallet_id and wc.chain = lease.chain and wc.next_nonce = lease.nonce + 1`,
    [id],
  );
  await session.query(
    `with step as (update lease_steps set live = false where lease_id = $1 returning step_id),
     reservation as (update reservations set released = true where lease_id = $1),
     outpoint as (update outpoints set live = false where lease_id = $1),
     need as (
       update allowance_needs n set ${reopenedNeed}
       where n.lease_id = $1 and n.state = 'signed')
     update allowances set approve_step = null from step where approve_step = step.step_id`,
    [id],
  );
}
