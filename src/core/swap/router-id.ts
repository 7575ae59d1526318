import type { Order } from './swap.ts';

/**
 * The id by which the routing service knows an order: its quote id. Absent for an order without a
 * quote, which stores its own id as `quoteId`; the service knows it by its payment alone.
 */
export function routerIdOf({ id, quoteId }: Pick<Order, 'id' | 'quoteId'>): string | undefined {
  return quoteId === id ? undefined : quoteId;
}
