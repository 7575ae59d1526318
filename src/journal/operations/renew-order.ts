import type { OrderRenewal } from '../../ports/journal.ts';
import { type SqlSession, timestamp } from '../sql-client.ts';
import { changeSwap } from '../writes/change-swap.ts';
import { assertNoLivingPayment } from '../writes/close-open-order.ts';
import { assertNotEnded, lockSwapAt, stale } from '../writes/lock-swap.ts';

export async function renewOrder(session: SqlSession, request: OrderRenewal): Promise<void> {
  const { swapId, orderId, signBy, goodUntil } = request;
  assertNotEnded(await lockSwapAt(session, request));
  await assertNoLivingPayment(session, swapId);
  const renewed = await session.query(
    `update orders set sign_by = $3, good_until = $4
     where id = $1 and swap_id = $2 and open and exchange_id is not null returning id`,
    [orderId, swapId, timestamp(signBy), timestamp(goodUntil)],
  );
  if (renewed.length === 0) throw stale(swapId, 'no order by deposit is open');
  await changeSwap(session, { swapId, event: { type: 'order_renewed', data: { orderId, signBy } } });
}
