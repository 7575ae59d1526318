import type { Versioned } from '../../ports/stores/versioned.ts';
import type { SqlSession } from '../sql-client.ts';
import { hasNotEnded } from './change-at-version.ts';
import { assertNoLivingPayment, hasNoLivingPayment } from './close-open-order.ts';
import { assertNotEnded, lockSwapAt } from './lock-swap.ts';

/** SQL on a row of `swaps`: the condition that `assertOrderMayChange` asserts. */
export const orderMayChange = `${hasNotEnded} and ${hasNoLivingPayment}`;

/**
 * Throws the reason why a swap's order was not changed: `NOT_FOUND`, `JOURNAL_STALE`,
 * `JOURNAL_BROKEN_INVARIANT`.
 */
export async function assertOrderMayChange(session: SqlSession, swap: Versioned): Promise<void> {
  assertNotEnded(await lockSwapAt(session, swap));
  await assertNoLivingPayment(session, swap.swapId);
}

/**
 * SQL, a CTE of a change: closes the changed swap's open order. A CTE that opens another order
 * reads this one's `count`, so that it runs after it.
 */
export const closedOrder =
  'closed as (update orders set open = false from swap where orders.swap_id = swap.id and orders.open returning orders.id)';
