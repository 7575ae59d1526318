import type { Versioned } from '../../ports/stores/versioned.ts';
import type { SqlSession } from '../sql-client.ts';
import { hasNotEnded } from './change-at-version.ts';
import { assertNoLivingPayment, hasNoLivingPayment } from './close-open-order.ts';
import { assertNotEnded, lockSwapAt } from './lock-swap.ts';

/** SQL, of the row of `swaps`: what `assertOrderMayChange` asserts. */
export const orderMayChange = `${hasNotEnded} and ${hasNoLivingPayment}`;

/**
 * Says why a swap's order was not changed. Throws `NOT_FOUND`, `JOURNAL_STALE`,
 * `JOURNAL_BROKEN_INVARIANT`.
 */
export async function assertOrderMayChange(session: SqlSession, swap: Versioned): Promise<void> {
  assertNotEnded(await lockSwapAt(session, swap));
  await assertNoLivingPayment(session, swap.swapId);
}

/**
 * SQL, a CTE of a change: closes the open order of the swap that is changed. What opens another one
 * waits for its `count`.
 */
export const closedOrder =
  'closed as (update orders set open = false from swap where orders.swap_id = swap.id and orders.open returning orders.id)';
