import type { SwapId } from '../../core/swap/ids.ts';
import type { SqlSession } from '../sql-client.ts';
import { broken } from './lock-swap.ts';

const releaseNeed = `update allowance_needs set state = 'released' where swap_id = $1 and state = 'open'`;
const close = 'update orders set open = false where swap_id = $1 and open';

/**
 * SQL: CTEs that close the open order of the swap `$1`, if it has one, and release its allowance
 * need if no payment for it is signed. They do not read each other's writes. The swap must be
 * locked.
 */
export const closeOrderExpressions = `released_need as (${releaseNeed}), closed_order as (${close})`;

export async function closeOpenOrder(session: SqlSession, swapId: SwapId): Promise<void> {
  await session.query(`with released_need as (${releaseNeed}) ${close}`, [swapId]);
}

/** SQL: the assignments to `swaps` of `clearStatus`. */
export const clearedStatus = `router_status = null, router_destination_chain = null, router_destination_tx_id = null,
  router_asked_at = null, router_first_asked_at = null, router_status_times = '{}'`;

/** Removes the router's status, which was about an order that is closed. */
export async function clearStatus(session: SqlSession, swapId: SwapId): Promise<void> {
  await session.query(`update swaps set ${clearedStatus} where id = $1`, [swapId]);
}

/**
 * Releases the swap's open allowance need, so that approves of other swaps no longer include it.
 */
export async function releaseOpenNeed(session: SqlSession, swapId: SwapId): Promise<void> {
  await session.query(releaseNeed, [swapId]);
}

const livingPayment = `select from steps st
  where st.swap_id = $1 and st.kind in ('swap', 'deposit') and (st.outcome = 'landed'
    or exists (select from lease_steps ls where ls.step_id = st.id and ls.live))`;

/** SQL on the swap `$1`: the condition that `assertNoLivingPayment` asserts. */
export const hasNoLivingPayment = `not exists (${livingPayment})`;

/**
 * Throws `JOURNAL_BROKEN_INVARIANT` if a payment of the swap landed or may land: its order must not
 * change then.
 */
export async function assertNoLivingPayment(session: SqlSession, swapId: SwapId): Promise<void> {
  const [living] = await session.query(livingPayment, [swapId]);
  if (living)
    throw broken(
      'order_of_living_payment',
      `swap ${swapId} has a live payment, so its order cannot change`,
    );
}

/** SQL, a CTE of a change: does for the changed swap what `releaseOpenNeed` does. */
export const releasedNeed = `released as (
    update allowance_needs need set state = 'released' from swap
    where need.swap_id = swap.id and need.state = 'open' returning need.order_id)`;
