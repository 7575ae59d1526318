import type { LeaseId, OrderId, SwapId } from '../../core/swap/ids.ts';
import type { SqlSession } from '../sql-client.ts';
import { clearStatus } from '../writes/close-open-order.ts';
import { endSwap } from '../writes/end-swap.ts';

/**
 * Closes unsigned steps that began after a payment which counts again: a swap has only one live
 * payment.
 */
export async function closeUnsignedSteps(session: SqlSession, swapId: SwapId): Promise<void> {
  await endSwap(session, swapId, { leavesSigned: true });
}

interface PaidOrder {
  swapId: SwapId;
  orderId: OrderId;
  leaseId: LeaseId;
  /** Absent: its payment is in no block. */
  block?: bigint;
}

/** Reopens the order of a payment that counts again. */
export async function returnToOrder(
  session: SqlSession,
  { swapId, orderId, leaseId, block }: PaidOrder,
): Promise<void> {
  const [other] = await session.query(
    'select from orders where swap_id = $1 and id <> $2 and created_at > (select created_at from orders where id = $2) limit 1',
    [swapId, orderId],
  );
  // The stored router status was about the other order.
  if (other) await clearStatus(session, swapId);
  await session.query('update orders set open = true where id = $1', [orderId]);
  await session.query(
    `update allowance_needs set state = 'signed', lease_id = $2, included_block = $3 where order_id = $1`,
    [orderId, leaseId, block ?? null],
  );
}
