import { describe, expect, it } from 'vitest';
import { type OrderLeft, orderLeftBy } from '../../../src/core/deposits/order-left-by.ts';
import { errorCodes } from '../../../src/errors/codes.ts';

/** Every error code of a request to the routing service. */
const said: Readonly<Record<string, OrderLeft>> = {
  ROUTER_UNAVAILABLE: 'unknown',
  ROUTER_MALFORMED: 'unknown',
  // A gateway's 404 says nothing about the service behind it.
  ROUTER_PATH_NOT_FOUND: 'unknown',
  ROUTER_RATE_LIMITED: 'none',
  ROUTER_NO_ROUTE: 'none',
  ROUTER_QUOTE_EXPIRED: 'none',
  ROUTER_REFUSED: 'none',
  ROUTER_BALANCE: 'none',
  ROUTER_BUDGET_SPENT: 'none',
  ROUTER_UNAUTHORIZED: 'none',
  // A status, which order requests do not return.
  ROUTER_STATUS_NEEDS_PERSON: 'unknown',
};

describe('what a failed order request left', () => {
  it.each(Object.keys(errorCodes).filter((code) => code.startsWith('ROUTER_')))(
    'is decided for %s',
    (code) => {
      expect(orderLeftBy(code)).toBe(said[code]);
    },
  );

  it('is a known order if Ferryman refused the answer', () => {
    expect(orderLeftBy('DEPOSIT_NOT_UNIQUE')).toBe('refused');
    expect(orderLeftBy('DEPOSIT_UNPAYABLE')).toBe('refused');
  });

  it.each(['RPC_UNAVAILABLE', 'JOURNAL_UNAVAILABLE', 'INTERNAL', 'A_NEW_CODE'])(
    'may be an order if it failed with %s',
    (code) => {
      expect(orderLeftBy(code)).toBe('unknown');
    },
  );
});
