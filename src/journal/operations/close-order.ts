import type { Reason } from '../../core/swap.ts';
import type { Versioned } from '../../ports/journal.ts';
import type { SqlSession } from '../sql-client.ts';
import { changeSwap } from '../writes/change-swap.ts';
import { assertNoLivingPayment, closeOpenOrder, forgetStatus } from '../writes/close-open-order.ts';
import { assertNotEnded, lockSwapAt } from '../writes/lock-swap.ts';

export async function closeOrder(session: SqlSession, request: Versioned & { reason: Reason }): Promise<void> {
  const { swapId, reason } = request;
  assertNotEnded(await lockSwapAt(session, request));
  await assertNoLivingPayment(session, swapId);
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
