import type { ErrorCode } from '../errors/codes.ts';

/**
 * What the routing service's own error codes mean for a swap, through the `next` of ours: what passes by waiting (`retry`) or with
 * another quote (`requote`) is told apart from what another try can not mend (`stop`). Of a family, `2xxx`, every code that
 * is not listed. While the money is on its way (status, refund, claim) none of them ends a swap: they are all tried again.
 */
const errorTable: Readonly<Record<string, ErrorCode>> = {
  // The request. A receiver is required; the tokens are equal.
  1001: 'ROUTER_REFUSED',
  1002: 'ROUTER_REFUSED',
  // The quote differs from the request, or is gone.
  1003: 'ROUTER_QUOTE_EXPIRED',
  1004: 'ROUTER_QUOTE_EXPIRED',
  // A field is missing, a wallet is wrong, a field is malformed.
  1005: 'ROUTER_REFUSED',
  1006: 'ROUTER_REFUSED',
  1999: 'ROUTER_REFUSED',
  '1xxx': 'ROUTER_REFUSED',

  // The route. There is none.
  2001: 'ROUTER_NO_ROUTE',
  // A chain is down at the service.
  2002: 'ROUTER_UNAVAILABLE',
  // A provider's rate limit.
  2003: 'ROUTER_RATE_LIMITED',
  // Above the maximum, below the minimum, too many decimals: the job's amount.
  2004: 'ROUTER_REFUSED',
  2005: 'ROUTER_REFUSED',
  2006: 'ROUTER_REFUSED',
  // The wallet has to sign in, which is not done here.
  2007: 'ROUTER_REFUSED',
  2999: 'ROUTER_UNAVAILABLE',
  '2xxx': 'ROUTER_UNAVAILABLE',

  // The wallet's side. An allowance is missing.
  3001: 'ROUTER_BALANCE',
  // Approval through Permit2, which is not used here.
  3002: 'ROUTER_REFUSED',
  // Balance of the token, of the native coin.
  3003: 'ROUTER_BALANCE',
  3004: 'ROUTER_BALANCE',
  // The service's own simulation failed: this route does not work, another may.
  3005: 'ROUTER_NO_ROUTE',
  // The provider can not pay to another receiver.
  3006: 'ROUTER_REFUSED',
  // The provider gave no transaction.
  3007: 'ROUTER_NO_ROUTE',
  // A token that takes a fee of its own needs more slippage than the job allows.
  3008: 'ROUTER_REFUSED',
  // No such source transaction.
  3100: 'ROUTER_REFUSED',
  3999: 'ROUTER_UNAVAILABLE',
  '3xxx': 'ROUTER_UNAVAILABLE',

  // The service's contracts. No direct route; the selector, the contract, or both are not listed.
  4001: 'ROUTER_NO_ROUTE',
  4002: 'ROUTER_NO_ROUTE',
  4003: 'ROUTER_NO_ROUTE',
  4004: 'ROUTER_NO_ROUTE',
  '4xxx': 'ROUTER_NO_ROUTE',

  // Sponsored fees, which are not asked for.
  '5xxx': 'ROUTER_REFUSED',
  // The connection's token is missing or wrong.
  6001: 'ROUTER_UNAUTHORIZED',
  6002: 'ROUTER_UNAUTHORIZED',
  '6xxx': 'ROUTER_UNAUTHORIZED',
  // For display only.
  '7xxx': 'ROUTER_REFUSED',
};

/** `undefined` for codes of no known family: nobody knows what they want. */
export function knownErrorCode(serviceCode: string): ErrorCode | undefined {
  if (!/^\d{4}$/.test(serviceCode)) return undefined;
  return errorTable[serviceCode] ?? errorTable[`${serviceCode.charAt(0)}xxx`];
}
