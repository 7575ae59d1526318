import type { LeaseId, OrderId, SwapId } from '../../core/swap/ids.ts';
import type { SqlSession } from '../sql-client.ts';
import { clearStatus } from '../writes/close-open-order.ts';
import { endSwap } from '../writes/end-swap.ts';

/**
 * Gives up what was begun in a payment's stead and not signed: of two payments of a swap, one
 * lives.
 */
export async function giveUpUnsigned(session: SqlSession, swapId: SwapId): Promise<void> {
  await endSwap(session, swapId, { leavesSigned: true });
}

interface PaidOrder {
  swapId: SwapId;
  orderId: OrderId;
  leaseId: LeaseId;
  /** Absent: its payment is in no block. */
  block?: bigint;
}

/** The order of a payment that counts again is the swap's once more. */
export async function returnToOrder(
  session: SqlSession,
  { swapId, orderId, leaseId, block }: PaidOrder,
): Promise<void> {
  const [other] = await session.query(
    'select from orders where swap_id = $1 and id <> $2 and created_at > (select created_at from orders where id = $2) limit 1',
    [swapId, orderId],
  );
  // What the routing service said was about the other one.
  if (other) await clearStatus(session, swapId);
  await session.query('update orders set open = true where id = $1', [orderId]);
  await session.query(
    `update allowance_needs set state = 'signed', lease_id = $2, included_block = $3 where order_id = $1`,
    [orderId, leaseId, block ?? null],
  );
}
