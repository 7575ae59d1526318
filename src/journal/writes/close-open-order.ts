import type { SwapId } from '../../core/swap/ids.ts';
import type { SqlSession } from '../sql-client.ts';
import { broken } from './lock-swap.ts';

const releaseNeed = `update allowance_needs set state = 'released' where swap_id = $1 and state = 'open'`;
const close = 'update orders set open = false where swap_id = $1 and open';

/**
 * SQL: common table expressions that close the open order of the swap `$1`, if it has one, and
 * release its allowance need where that is not signed. None of them reads what another one writes,
 * and the swap is locked.
 */
export const closeOrderExpressions = `released_need as (${releaseNeed}), closed_order as (${close})`;

export async function closeOpenOrder(session: SqlSession, swapId: SwapId): Promise<void> {
  await session.query(`with released_need as (${releaseNeed}) ${close}`, [swapId]);
}

/** SQL, the set list of `swaps` for `forgetStatus`. */
export const forgottenStatus = `router_status = null, router_destination_chain = null, router_destination_tx_id = null,
  router_asked_at = null, router_first_asked_at = null, router_status_times = '{}'`;

/** What the routing service said was about an order that is gone. */
export async function forgetStatus(session: SqlSession, swapId: SwapId): Promise<void> {
  await session.query(`update swaps set ${forgottenStatus} where id = $1`, [swapId]);
}

/** What the swap still needed of an allowance no longer counts for the approves of others. */
export async function releaseOpenNeed(session: SqlSession, swapId: SwapId): Promise<void> {
  await session.query(releaseNeed, [swapId]);
}

const livingPayment = `select from steps st
  where st.swap_id = $1 and st.kind in ('swap', 'deposit') and (st.outcome = 'landed'
    or exists (select from lease_steps ls where ls.step_id = st.id and ls.live))`;

/** SQL, of the swap `$1`: what `assertNoLivingPayment` asserts. */
export const hasNoLivingPayment = `not exists (${livingPayment})`;

/**
 * Throws `JOURNAL_BROKEN_INVARIANT` while a payment of the swap may land or has: its order rules
 * then.
 */
export async function assertNoLivingPayment(session: SqlSession, swapId: SwapId): Promise<void> {
  const [living] = await session.query(livingPayment, [swapId]);
  if (living)
    throw broken('order_of_living_payment', `swap ${swapId} has a living payment; its order stays`);
}

/** SQL, a CTE of a change: does what `releaseOpenNeed` does, for the swap that is changed. */
export const releasedNeed = `released as (
    update allowance_needs need set state = 'released' from swap
    where need.swap_id = swap.id and need.state = 'open' returning need.order_id)`;
