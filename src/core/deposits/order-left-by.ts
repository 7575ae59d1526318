/**
 * What a failed request for a deposit order left at the provider. `none`: the service made no
 * order, or was never asked. `refused`: a known order that Ferryman will not pay. `unknown`:
 * possibly an unknown order.
 */
export type OrderLeft = 'none' | 'refused' | 'unknown';

/**
 * By the error code of the request. A code that is not listed may have left an order: no response,
 * a server error, an unreadable response.
 */
const known: Readonly<Record<string, OrderLeft>> = {
  ROUTER_REFUSED: 'none',
  ROUTER_NO_ROUTE: 'none',
  ROUTER_QUOTE_EXPIRED: 'none',
  ROUTER_RATE_LIMITED: 'none',
  ROUTER_UNAUTHORIZED: 'none',
  ROUTER_BALANCE: 'none',
  // `ROUTER_BALANCE` after Ferryman has also checked the chain.
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
