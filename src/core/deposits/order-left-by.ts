/**
 * What a failed request for an order by deposit has left at its provider. `none`: the service says
 * that it made no order, or was never asked. `refused`: an order that is known, and that nobody
 * here will pay. `unknown`: there may be one of which nothing is known.
 */
export type OrderLeft = 'none' | 'refused' | 'unknown';

/**
 * By the code that the request failed with. What is not listed may have left an order: no answer, a
 * server's error, an answer that nobody can read.
 */
const known: Readonly<Record<string, OrderLeft>> = {
  ROUTER_REFUSED: 'none',
  ROUTER_NO_ROUTE: 'none',
  ROUTER_QUOTE_EXPIRED: 'none',
  ROUTER_RATE_LIMITED: 'none',
  ROUTER_UNAUTHORIZED: 'none',
  ROUTER_BALANCE: 'none',
  // The same, where the chain was looked at as well.
  INSUFFICIENT_BALANCE: 'none',
  INSUFFICIENT_GAS: 'none',
  BALANCE_RESERVED: 'none',
  // The call was not made.
  ROUTER_BUDGET_SPENT: 'none',
  REDIS_UNAVAILABLE: 'none',
  DEPOSIT_NOT_UNIQUE: 'refused',
  DEPOSIT_UNPAYABLE: 'refused',
};

export function orderLeftBy(code: string): OrderLeft {
  return known[code] ?? 'unknown';
}
