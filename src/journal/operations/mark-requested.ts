import type { OrderId } from '../../core/swap/ids.ts';
import type { Versioned } from '../../ports/stores/versioned.ts';
import type { SqlSession } from '../sql-client.ts';
import { changeAtVersion, changeAtVersionStatement } from '../writes/change-at-version.ts';
import { lockSwapAt, stale } from '../writes/lock-swap.ts';

const mark = changeAtVersionStatement({
  onlyIf: `exists (
    select from orders o where o.id = $3 and o.swap_id = $1 and o.open
      and (o.requested_at is null or swaps.job->>'flow' = 'wallet'))`,
  writes: ['requested as (update orders set requested_at = now() from swap where orders.id = $3)'],
});

/**
 * The swap data of a deposit order is requested once: a second request may create a second order.
 * Swap data that a wallet signs may be requested any number of times.
 */
export async function markRequested(
  session: SqlSession,
  { swapId, version, orderId }: Versioned & { orderId: OrderId },
): Promise<number> {
  const event = { type: 'swap_data_requested', data: { orderId } } as const;
  return await changeAtVersion(
    session,
    mark,
    { swapId, version, own: [orderId], event },
    async () => {
      await lockSwapAt(session, { swapId, version });
      throw stale(swapId, 'its order is not open, or its swap data was requested before');
    },
  );
}
