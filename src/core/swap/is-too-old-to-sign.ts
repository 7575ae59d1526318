import type { Order } from './swap.ts';

/** Whether an order's transaction is not signed any more, or has not come yet. */
export function isTooOldToSign({ signBy }: Pick<Order, 'signBy'>, now: number): boolean {
  return now >= (signBy ?? 0);
}
