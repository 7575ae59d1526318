import { describe, expect, it } from 'vitest';
import type { Snapshot } from '../../src/core/swap.ts';
import type { ErrorCode } from '../../src/errors/codes.ts';
import { FerrymanError } from '../../src/errors/ferryman-error.ts';
import { tellOrderLeft } from '../../src/executor/effects/tell-order-left.ts';
import { aJob, aSnapshot, aSwap } from '../support/snapshot.ts';

const of = (flow: 'wallet' | 'deposit'): Snapshot => aSnapshot({ swap: aSwap({ job: aJob({ flow }) }) });

const failing = (code: ErrorCode, flow: 'wallet' | 'deposit' = 'deposit') =>
  tellOrderLeft(of(flow), Promise.reject(new FerrymanError(code, 'as it was said', { retryAfter: 7 })));

describe('a request for an order by deposit that fails', () => {
  it.each(['ROUTER_NO_ROUTE', 'ROUTER_RATE_LIMITED', 'ROUTER_BUDGET_SPENT'] as const)(
    'has made none where it fails with %s',
    async (code) => {
      expect(await failing(code)).toMatchObject({ kind: 'order_refused', reason: { code }, retryAfter: 7 });
    },
  );

  it('ends the swap where the service refuses the job', async () => {
    expect(await failing('ROUTER_REFUSED')).toMatchObject({ kind: 'order_refused', next: 'stop' });
  });

  it.each(['ROUTER_UNAVAILABLE', 'ROUTER_MALFORMED', 'RPC_UNAVAILABLE'] as const)(
    'may have made one where it fails with %s, and says why nobody knows',
    async (code) => {
      const error = await failing(code).catch((cause: unknown) => cause);
      expect(error).toMatchObject({ code: 'ORDER_ANSWER_LOST', next: 'observe', details: { code } });
      expect((error as Error).message).toContain('as it was said');
    },
  );

  it.each(['DEPOSIT_NOT_UNIQUE', 'DEPOSIT_UNPAYABLE', 'JOURNAL_STALE', 'JOURNAL_UNAVAILABLE', 'INTERNAL'] as const)(
    'says itself what follows where it fails with %s',
    async (code) => {
      await expect(failing(code)).rejects.toMatchObject({ code });
    },
  );

  it('is nobody’s order where a wallet signs what it was asked for', async () => {
    await expect(failing('ROUTER_UNAVAILABLE', 'wallet')).rejects.toMatchObject({ code: 'ROUTER_UNAVAILABLE' });
  });
});
