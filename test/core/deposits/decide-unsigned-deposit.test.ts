import { describe, expect, it } from 'vitest';
import { defaultPolicy as policy } from '../../../src/core/decide/policy.ts';
import type { RouterStatus, Snapshot } from '../../../src/core/swap/swap.ts';
import { decideAt, none } from '../../support/decide-at.ts';
import { aJob, aReadyOrder, aSnapshot, aSwap, noon } from '../../support/snapshot.ts';

const second = 1_000;
const signBy = noon + policy.depositWithin;
const deposit = { address: '0xd', amount: 1n, exchangeId: 'x-1' };

/** A deposit that was ordered at noon and could be signed for a minute. */
function ordered(status?: string, at = signBy, deadline = noon + 3_600 * second): Snapshot {
  const job = aJob({ flow: 'deposit', deadline });
  const said: RouterStatus | undefined = status
    ? { status, at, since: at, firstAskedAt: at }
    : undefined;
  const swap = aSwap({ state: 'quoted', job, ...(said ? { routerStatus: said } : {}) });
  const { spender: _, ...order } = aReadyOrder({ requestedAt: noon, deposit, signBy });
  return aSnapshot({ swap, order });
}

describe('a deposit order that was not signed in time', () => {
  it('is polled before anything is signed or ordered', () => {
    expect(decideAt(ordered(), none, signBy - 1)).toMatchObject({
      kind: 'execute',
      step: 'deposit',
    });
    expect(decideAt(ordered(), none, signBy).kind).toBe('poll_order_status');
    // An old status says nothing about now.
    expect(decideAt(ordered('PENDING', signBy), none, signBy + policy.statusPoll).kind).toBe(
      'poll_order_status',
    );
  });

  it('is signed late if its provider reports that it still waits', () => {
    expect(decideAt(ordered('PENDING'), none, signBy + 1)).toMatchObject({
      kind: 'renew_order',
      signBy: signBy + 1 + policy.signWithin,
    });
  });

  it('is signed no later than the guard and the job allow', () => {
    const late = noon + policy.depositRenewed - 5 * second;
    expect(decideAt(ordered('PENDING', late), none, late)).toMatchObject({
      signBy: noon + policy.depositRenewed,
    });
    const deadline = signBy + 10 * second;
    expect(decideAt(ordered('PENDING', signBy, deadline), none, signBy)).toMatchObject({
      signBy: deadline,
    });
    expect(decideAt(ordered('PENDING', late), none, noon + policy.depositRenewed)).toMatchObject({
      kind: 'close_order',
      reason: { code: 'ROUTER_QUOTE_EXPIRED' },
    });
    expect(policy.depositRenewed).toBeLessThan(600 * second);
  });

  it.each(['FAIL', 'REVERTED'])('is replaced if it is over: %s', (status) => {
    expect(decideAt(ordered(status), none, signBy + 1).kind).toBe('close_order');
  });

  it.each(['NOT_FOUND', 'SUCCESS', 'LONG_PENDING', 'SOMETHING_NEW'])(
    'is neither paid nor replaced while its status is unknown: %s',
    (status) => {
      expect(decideAt(ordered(status), none, signBy + 1).kind).toBe('wait');
      expect(decideAt(ordered(status), none, signBy + policy.statusPoll).kind).toBe(
        'poll_order_status',
      );
    },
  );

  it.each(['SUCCESS', 'REVERT', 'READY_TO_CLAIM', 'KYC_REQUIRED'])(
    'is not replaced if another payer has paid it: %s',
    (status) => {
      const later = noon + policy.depositRenewed;
      expect(decideAt(ordered(status, later), none, later + 1)).toMatchObject({
        kind: 'wait',
        delay: policy.statusPoll - 1,
        reason: { code: 'ROUTER_STATUS_NEEDS_PERSON' },
      });
      expect(decideAt(ordered(status, later), none, later + policy.statusPoll).kind).toBe(
        'poll_order_status',
      );
      expect(decideAt(ordered('PENDING', later), none, later + 1).kind).toBe('close_order');
      const deadline = later + 1;
      expect(decideAt(ordered(status, later, deadline), none, deadline)).toMatchObject({
        state: 'expired',
        reason: { message: expect.stringContaining('deadline') },
      });
    },
  );

  it('is over if it was reverted unpaid, but not if it was refunded', () => {
    const snapshot = ordered('REVERTED');
    const destination = { chain: 'POLYGON', txId: '0x1' };
    const routerStatus = { ...snapshot.swap.routerStatus!, destination };
    expect(decideAt(snapshot, none, signBy + 1).kind).toBe('close_order');
    expect(
      decideAt({ ...snapshot, swap: { ...snapshot.swap, routerStatus } }, none, signBy + 1).kind,
    ).toBe('wait');
  });

  it('is kept while fees are too high; an order that differs from the request is replaced', () => {
    const judged = (code: string) =>
      ({ kind: 'judged', verdict: 'requote', reason: { code, message: 'x' } }) as const;
    expect(decideAt(ordered(), judged('FEE_TOO_HIGH'), signBy - 1)).toMatchObject({
      kind: 'wait',
      failed: true,
    });
    expect(decideAt(ordered(), judged('ORDER_NOT_ACCEPTABLE'), signBy - 1).kind).toBe(
      'close_order',
    );
    const byWallet = aSnapshot({ swap: aSwap({ state: 'quoted' }), order: aReadyOrder() });
    expect(decideAt(byWallet, judged('FEE_TOO_HIGH')).kind).toBe('close_order');
  });

  it('is still the one paid after a person has released the wallet', () => {
    const snapshot = ordered('PENDING', signBy);
    const frozen = { code: 'WALLET_FROZEN', message: 'x' };
    const waiting = {
      ...snapshot,
      swap: { ...snapshot.swap, state: 'needs_review' as const, reason: frozen },
    };
    expect(decideAt({ ...waiting, stopped: frozen }, none, signBy).kind).toBe('wait');
    expect(decideAt(waiting, none, signBy)).toMatchObject({ kind: 'transition', state: 'quoted' });
  });
});
