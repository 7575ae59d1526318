import type { Order } from './swap.ts';

/** Whether an order has no transaction yet, or one that is too old to sign. */
export function isTooOldToSign({ signBy }: Pick<Order, 'signBy'>, now: number): boolean {
  return now >= (signBy ?? 0);
}
