import type { OrderClosing } from '../../ports/journal.ts';
import type { SqlSession } from '../sql-client.ts';
import { changeSwap } from '../writes/change-swap.ts';
import { assertNoLivingPayment, closeOpenOrder, forgetStatus } from '../writes/close-open-order.ts';
import { assertNotEnded, lockSwapAt } from '../writes/lock-swap.ts';

export async function closeOrder(session: SqlSession, request: OrderClosing): Promise<void> {
  const { swapId, reason, neverMade = false } = request;
  assertNotEnded(await lockSwapAt(session, request));
  await assertNoLivingPayment(session, swapId);
  if (neverMade) {
    await session.query('update orders set requested_at = null where swap_id = $1 and open and transaction is null', [
      swapId,
    ]);
  }
  await closeOpenOrder(session, swapId);
  await forgetStatus(session, swapId);
  await changeSwap(session, {
    swapId,
    event: { type: 'order_closed', data: { reason } },
    state: 'requested',
    // Whatever was paid for the order is proven to have come to nothing.
    fundsState: 'untouched',
    reason,
  });
}
