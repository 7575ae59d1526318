import type { Reason } from '../../core/swap.ts';
import type { Versioned } from '../../ports/journal.ts';
import type { SqlSession } from '../sql-client.ts';
import { changeSwap } from '../writes/change-swap.ts';
import { assertNoLivingPayment, closeOpenOrder } from '../writes/close-open-order.ts';
import { assertNotEnded, lockSwapAt } from '../writes/lock-swap.ts';

export async function closeOrder(session: SqlSession, request: Versioned & { reason: Reason }): Promise<void> {
  const { swapId, reason } = request;
  assertNotEnded(await lockSwapAt(session, request));
  await assertNoLivingPayment(session, swapId);
  await closeOpenOrder(session, swapId);
  // What the router said was about the order that is gone.
  await session.query(
    `update swaps set router_status = null, router_destination_chain = null, router_destination_tx_id = null,
       router_asked_at = null, router_first_asked_at = null where id = $1`,
    [swapId],
  );
  await changeSwap(session, { swapId, event: { type: 'order_closed', data: { reason } }, state: 'requested', reason });
}
