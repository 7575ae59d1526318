import type { ErrorCode } from '../errors/codes.ts';

interface ErrorMeaning {
  /** The service's meaning of the code. */
  meaning: string;
  code: ErrorCode;
}

/**
 * Maps the routing service's error codes to ours, whose `next` tells what waiting (`retry`) or
 * another quote (`requote`) may cure, and what no retry can (`stop`). `2xxx` covers the codes of
 * that family that are not listed. While money is in flight (status, refund, claim), no code ends a
 * swap: all are retried.
 */
export const errorTable: Readonly<Record<string, ErrorMeaning>> = {
  // The request.
  1001: { meaning: 'the receiver is missing', code: 'ROUTER_REFUSED' },
  1002: { meaning: 'both tokens are equal', code: 'ROUTER_REFUSED' },
  1003: { meaning: 'the quote differs from the request', code: 'ROUTER_QUOTE_EXPIRED' },
  1004: { meaning: 'the id is missing, or the quote has expired', code: 'ROUTER_QUOTE_EXPIRED' },
  1005: { meaning: 'a field is missing', code: 'ROUTER_REFUSED' },
  1006: { meaning: 'a wrong wallet', code: 'ROUTER_REFUSED' },
  1999: { meaning: 'a malformed field', code: 'ROUTER_REFUSED' },
  '1xxx': { meaning: 'any other fault of the request', code: 'ROUTER_REFUSED' },

  // The route.
  2001: { meaning: 'no route', code: 'ROUTER_NO_ROUTE' },
  2002: { meaning: 'a chain is down at the service', code: 'ROUTER_UNAVAILABLE' },
  2003: { meaning: "a provider's rate limit", code: 'ROUTER_RATE_LIMITED' },
  2004: { meaning: 'the amount is above the maximum', code: 'ROUTER_REFUSED' },
  2005: { meaning: 'the amount is below the minimum', code: 'ROUTER_REFUSED' },
  2006: { meaning: 'the amount has too many decimals', code: 'ROUTER_REFUSED' },
  2007: {
    meaning: 'the wallet has to sign in, which Ferryman does not do',
    code: 'ROUTER_REFUSED',
  },
  2999: { meaning: 'unknown', code: 'ROUTER_UNAVAILABLE' },
  '2xxx': { meaning: 'any other fault of the route', code: 'ROUTER_UNAVAILABLE' },

  // The wallet's side.
  3001: { meaning: 'an allowance is missing', code: 'ROUTER_BALANCE' },
  3002: {
    meaning: 'an allowance through Permit2, which Ferryman does not use',
    code: 'ROUTER_REFUSED',
  },
  3003: { meaning: 'too little of the token', code: 'ROUTER_BALANCE' },
  3004: { meaning: 'too little of the native coin', code: 'ROUTER_BALANCE' },
  3005: {
    meaning: "the service's simulation failed; another route may work",
    code: 'ROUTER_NO_ROUTE',
  },
  3006: { meaning: 'the provider cannot pay to another receiver', code: 'ROUTER_REFUSED' },
  3007: { meaning: 'the provider gave no transaction', code: 'ROUTER_NO_ROUTE' },
  3008: {
    meaning: 'a token that takes a fee needs more slippage than the job allows',
    code: 'ROUTER_REFUSED',
  },
  3100: { meaning: 'no such source transaction', code: 'ROUTER_REFUSED' },
  3999: { meaning: 'unknown', code: 'ROUTER_UNAVAILABLE' },
  '3xxx': { meaning: "any other fault of the wallet's side", code: 'ROUTER_UNAVAILABLE' },

  // The service's contracts.
  4001: { meaning: 'no direct route', code: 'ROUTER_NO_ROUTE' },
  4002: { meaning: 'the selector is not listed', code: 'ROUTER_NO_ROUTE' },
  4003: { meaning: 'the contract is not listed', code: 'ROUTER_NO_ROUTE' },
  4004: { meaning: 'neither selector nor contract is listed', code: 'ROUTER_NO_ROUTE' },
  '4xxx': { meaning: "any other fault of the service's contracts", code: 'ROUTER_NO_ROUTE' },

  '5xxx': { meaning: 'sponsored fees, which Ferryman does not ask for', code: 'ROUTER_REFUSED' },
  6001: { meaning: "the connection's token is missing or wrong", code: 'ROUTER_UNAUTHORIZED' },
  6002: { meaning: "the connection's token is missing or wrong", code: 'ROUTER_UNAUTHORIZED' },
  '6xxx': { meaning: "any other fault of the connection's token", code: 'ROUTER_UNAUTHORIZED' },
  '7xxx': { meaning: 'for display only', code: 'ROUTER_REFUSED' },
};

/** `undefined` for codes outside the known families. */
export function knownErrorCode(serviceCode: string): ErrorCode | undefined {
  if (!/^\d{4}$/.test(serviceCode)) return undefined;
  return (errorTable[serviceCode] ?? errorTable[`${serviceCode.charAt(0)}xxx`])?.code;
}
