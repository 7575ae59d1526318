import type { Order } from './swap.ts';

/**
 * The id by which the routing service knows an order: that of its quote. Absent where there was no
 * quote. The order's own id then stands in its place, and the service knows the order by its
 * payment alone.
 */
export function routerIdOf({ id, quoteId }: Pick<Order, 'id' | 'quoteId'>): string | undefined {
  return quoteId === id ? undefined : quoteId;
}
