import type { OrderId } from '../../core/ids.ts';
import type { Versioned } from '../../ports/journal.ts';
import type { SqlSession } from '../sql-client.ts';
import { changeSwap } from '../writes/change-swap.ts';
import { lockSwapAt, stale } from '../writes/lock-swap.ts';

/** An order by deposit is asked for once: whoever does it again may have a second one made. Swap data that a wallet signs, as often as one likes. */
export async function markRequested(session: SqlSession, request: Versioned & { orderId: OrderId }): Promise<number> {
  const { swapId, orderId } = request;
  await lockSwapAt(session, request);
  const marked = await session.query(
    `update orders set requested_at = now()
     where id = $1 and swap_id = $2 and open and (requested_at is null
       or exists (select from swaps where swaps.id = $2 and swaps.job->>'flow' = 'wallet'))
     returning id`,
    [orderId, swapId],
  );
  if (marked.length === 0) throw stale(swapId, 'the order is not open, or was asked for before');
  return await changeSwap(session, { swapId, event: { type: 'swap_data_requested', data: { orderId } } });
}
