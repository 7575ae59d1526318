import type { ErrorCode } from '../errors/codes.ts';

/**
 * What the routing service's own error codes mean here. What can pass by waiting or by another quote is told apart from what
 * another try can not mend.
 */
const errorTable: Readonly<Record<string, ErrorCode>> = {
  // The quote differs from the request, or is gone.
  1003: 'ROUTER_QUOTE_EXPIRED',
  1004: 'ROUTER_QUOTE_EXPIRED',
  2001: 'ROUTER_NO_ROUTE',
  // A chain is down at the service.
  2002: 'ROUTER_UNAVAILABLE',
  // A provider's rate limit.
  2003: 'ROUTER_RATE_LIMITED',
  2999: 'ROUTER_UNAVAILABLE',
  // Allowance, balance of the token, balance of the native coin.
  3001: 'ROUTER_BALANCE',
  3003: 'ROUTER_BALANCE',
  3004: 'ROUTER_BALANCE',
  // The service's own simulation failed, or it has no transaction: this route does not work, another may.
  3005: 'ROUTER_NO_ROUTE',
  3007: 'ROUTER_NO_ROUTE',
  3999: 'ROUTER_UNAVAILABLE',
  // No direct route, or its contract or selector is not listed at the service.
  4001: 'ROUTER_NO_ROUTE',
  4002: 'ROUTER_NO_ROUTE',
  4003: 'ROUTER_NO_ROUTE',
  4004: 'ROUTER_NO_ROUTE',
};

/** Codes that are not in the table (bad fields, amounts out of bounds, permit2, sponsorship, …) are refusals for good. */
export function errorCodeOf(serviceCode: string): ErrorCode {
  return errorTable[serviceCode] ?? 'ROUTER_REFUSED';
}
