import type { OrderRenewal } from '../../ports/stores/order-store.ts';
import { type SqlSession, timestamp } from '../sql-client.ts';
import { changeAtVersion, changeAtVersionStatement } from '../writes/change-at-version.ts';
import { assertOrderMayChange, orderMayChange } from '../writes/change-order.ts';
import { stale } from '../writes/lock-swap.ts';

const renew = changeAtVersionStatement({
  onlyIf: `${orderMayChange}
    and exists (select from orders o where o.id = $3 and o.swap_id = $1 and o.open and o.exchange_id is not null)`,
  writes: [
    'renewed as (update orders set sign_by = $4, good_until = $5 from swap where orders.id = $3)',
  ],
});

export async function renewOrder(session: SqlSession, request: OrderRenewal): Promise<void> {
  const { swapId, version, orderId, signBy, goodUntil } = request;
  const change = {
    event: { type: 'order_renewed', data: { orderId, signBy } },
    own: [orderId, timestamp(signBy), timestamp(goodUntil)],
  } as const;
  await changeAtVersion(session, renew, { swapId, version, ...change }, async () => {
    await assertOrderMayChange(session, request);
    throw stale(swapId, 'it has no open deposit order');
  });
}
