import type { OrderClosing } from '../../ports/stores/order-store.ts';
import type { SqlSession } from '../sql-client.ts';
import { changeAtVersion, changeAtVersionStatement } from '../writes/change-at-version.ts';
import { assertOrderMayChange, orderMayChange } from '../writes/change-order.ts';
import { clearedStatus, releasedNeed } from '../writes/close-open-order.ts';

const close = changeAtVersionStatement({
  onlyIf: orderMayChange,
  also: clearedStatus,
  writes: [
    `closed as (
       update orders set open = false,
         requested_at = case when $3::boolean and transaction is null then null else requested_at end
       from swap where orders.swap_id = swap.id and orders.open)`,
    releasedNeed,
  ],
});

export async function closeOrder(session: SqlSession, request: OrderClosing): Promise<void> {
  const { swapId, version, reason, neverMade = false } = request;
  const change = {
    own: [neverMade],
    event: { type: 'order_closed', data: { reason } },
    state: 'requested',
    // All payments for the order are proven to have failed.
    fundsState: 'untouched',
    reason,
  } as const;
  await changeAtVersion(session, close, { swapId, version, ...change }, () =>
    assertOrderMayChange(session, request),
  );
}
