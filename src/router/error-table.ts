import type { ErrorCode } from '../errors/codes.ts';

interface Meaning {
  /** What the service says with it. */
  says: string;
  code: ErrorCode;
}

/**
 * What the routing service's own error codes mean for a swap, through the `next` of ours: what
 * passes by waiting (`retry`) or with another quote (`requote`) is told apart from what another try
 * cannot mend (`stop`). Of a family, `2xxx`, every code that is not listed. While the money is on
 * its way (status, refund, claim) none of them ends a swap: they are all tried again.
 */
export const errorTable: Readonly<Record<string, Meaning>> = {
  // The request.
  1001: { says: 'the receiver is missing', code: 'ROUTER_REFUSED' },
  1002: { says: 'both tokens are equal', code: 'ROUTER_REFUSED' },
  1003: { says: 'the quote differs from the request', code: 'ROUTER_QUOTE_EXPIRED' },
  1004: { says: 'the id is missing, or the quote has expired', code: 'ROUTER_QUOTE_EXPIRED' },
  1005: { says: 'a field is missing', code: 'ROUTER_REFUSED' },
  1006: { says: 'a wrong wallet', code: 'ROUTER_REFUSED' },
  1999: { says: 'a malformed field', code: 'ROUTER_REFUSED' },
  '1xxx': { says: 'any other fault of the request', code: 'ROUTER_REFUSED' },

  // The route.
  2001: { says: 'no route', code: 'ROUTER_NO_ROUTE' },
  2002: { says: 'a chain is down at the service', code: 'ROUTER_UNAVAILABLE' },
  2003: { says: "a provider's rate limit", code: 'ROUTER_RATE_LIMITED' },
  2004: { says: 'the amount is above the maximum', code: 'ROUTER_REFUSED' },
  2005: { says: 'the amount is below the minimum', code: 'ROUTER_REFUSED' },
  2006: { says: 'the amount has too many decimals', code: 'ROUTER_REFUSED' },
  2007: { says: 'the wallet has to sign in, which Ferryman does not do', code: 'ROUTER_REFUSED' },
  2999: { says: 'unknown', code: 'ROUTER_UNAVAILABLE' },
  '2xxx': { says: 'any other fault of the route', code: 'ROUTER_UNAVAILABLE' },

  // The wallet's side.
  3001: { says: 'an allowance is missing', code: 'ROUTER_BALANCE' },
  3002: { says: 'approval through Permit2, which Ferryman does not use', code: 'ROUTER_REFUSED' },
  3003: { says: 'too little of the token', code: 'ROUTER_BALANCE' },
  3004: { says: 'too little of the native coin', code: 'ROUTER_BALANCE' },
  3005: {
    says: "the service's simulation failed; another route may work",
    code: 'ROUTER_NO_ROUTE',
  },
  3006: { says: 'the provider cannot pay to another receiver', code: 'ROUTER_REFUSED' },
  3007: { says: 'the provider gave no transaction', code: 'ROUTER_NO_ROUTE' },
  3008: {
    says: 'a token that takes a fee needs more slippage than the job allows',
    code: 'ROUTER_REFUSED',
  },
  3100: { says: 'no such source transaction', code: 'ROUTER_REFUSED' },
  3999: { says: 'unknown', code: 'ROUTER_UNAVAILABLE' },
  '3xxx': { says: "any other fault of the wallet's side", code: 'ROUTER_UNAVAILABLE' },

  // The service's contracts.
  4001: { says: 'no direct route', code: 'ROUTER_NO_ROUTE' },
  4002: { says: 'the selector is not listed', code: 'ROUTER_NO_ROUTE' },
  4003: { says: 'the contract is not listed', code: 'ROUTER_NO_ROUTE' },
  4004: { says: 'neither selector nor contract is listed', code: 'ROUTER_NO_ROUTE' },
  '4xxx': { says: "any other fault of the service's contracts", code: 'ROUTER_NO_ROUTE' },

  '5xxx': { says: 'sponsored fees, which Ferryman does not ask for', code: 'ROUTER_REFUSED' },
  6001: { says: "the connection's token is missing or wrong", code: 'ROUTER_UNAUTHORIZED' },
  6002: { says: "the connection's token is missing or wrong", code: 'ROUTER_UNAUTHORIZED' },
  '6xxx': { says: "any other fault of the connection's token", code: 'ROUTER_UNAUTHORIZED' },
  '7xxx': { says: 'for display only', code: 'ROUTER_REFUSED' },
};

/** `undefined` for codes of no known family: nobody knows what they want. */
export function knownErrorCode(serviceCode: string): ErrorCode | undefined {
  if (!/^\d{4}$/.test(serviceCode)) return undefined;
  return (errorTable[serviceCode] ?? errorTable[`${serviceCode.charAt(0)}xxx`])?.code;
}
