import { describe, expect, it } from 'vitest';
import type { ErrorCode } from '../../src/errors/codes.ts';
import { FerrymanError } from '../../src/errors/ferryman-error.ts';
import { asAnswerLost, reportOrderLeft } from '../../src/executor/effects/report-order-left.ts';
import { aJob, aSnapshot, aSwap } from '../support/snapshot.ts';

type Flow = 'wallet' | 'deposit' | 'deposit-by-hand';
const said = (code: ErrorCode) => new FerrymanError(code, 'as it was said', { retryAfter: 7 });
const told = (code: ErrorCode, flow: Flow = 'deposit') =>
  reportOrderLeft(aSnapshot({ swap: aSwap({ job: aJob({ flow }) }) }), Promise.reject(said(code)));

describe('a request for an order by deposit that fails', () => {
  it.each(['ROUTER_NO_ROUTE', 'ROUTER_RATE_LIMITED', 'ROUTER_BUDGET_SPENT'] as const)(
    'has made none where it fails with %s',
    async (code) => {
      expect(await told(code)).toMatchObject({
        kind: 'order_refused',
        reason: { code },
        retryAfter: 7,
      });
      expect(await told(code, 'deposit-by-hand')).toMatchObject({ kind: 'order_refused' });
      await expect(told(code, 'wallet')).rejects.toMatchObject({ code });
    },
  );

  it('ends the swap where the service refuses the job', async () => {
    expect(await told('ROUTER_REFUSED')).toMatchObject({ kind: 'order_refused', next: 'stop' });
  });

  it.each(['ROUTER_UNAVAILABLE', 'ROUTER_MALFORMED', 'RPC_UNAVAILABLE'] as const)(
    'may have made one where it fails with %s on its way, and says why nobody knows',
    async (code) => {
      const lost = asAnswerLost({ flow: 'deposit' }, said(code));
      expect(lost).toMatchObject({ code: 'ORDER_ANSWER_LOST', next: 'observe', details: { code } });
      expect((lost as Error).message).toContain('as it was said');
      // Before it was sent it has lost nothing, and is what it is.
      await expect(told(code)).rejects.toMatchObject({ code });
      expect(asAnswerLost({ flow: 'wallet' }, said(code))).toMatchObject({ code });
    },
  );

  it.each(['DEPOSIT_NOT_UNIQUE', 'DEPOSIT_UNPAYABLE', 'INTERNAL', 'ROUTER_NO_ROUTE'] as const)(
    'says itself what follows where it fails with %s',
    (code) => {
      expect(asAnswerLost({ flow: 'deposit' }, said(code))).toMatchObject({ code });
    },
  );
});
