import { describe, expect, it } from 'vitest';
import type { Decision } from '../../../src/core/decide/decision.ts';
import { defaultPolicy as policy } from '../../../src/core/decide/policy.ts';
import { latestKnownStatus } from '../../../src/core/deposits/decide-lost-order.ts';
import type { Order, RouterStatus, Snapshot, Swap } from '../../../src/core/swap/swap.ts';
import { decideAt, failed, none } from '../../support/decide-at.ts';
import { aJob, anOrder, aReadyOrder, aSnapshot, aSwap, noon } from '../../support/snapshot.ts';

const second = 1_000;
const answerable = noon + policy.orderAskedWithin;
const byDeposit = aJob({ flow: 'deposit', deadline: noon + 3_600 * second });

/** A deposit whose order was requested at noon, and whose answer the journal does not have. */
function asked(change: Partial<Swap> = {}, order: Partial<Order> = {}): Snapshot {
  const { spender: _, ...bare } = anOrder({ requestedAt: noon, ...order });
  return aSnapshot({ swap: aSwap({ state: 'quoted', job: byDeposit, ...change }), order: bare });
}

function told(status: string, at: number, change: Partial<RouterStatus> = {}): Partial<Swap> {
  return { routerStatus: { status, at, since: at, firstAskedAt: at, ...change } };
}

const delayOf = (decision: Decision): number =>
  decision.kind === 'wait' ? decision.delay : Number.NaN;

describe('a deposit order whose answer was lost', () => {
  it('is polled once no request can be in flight any more, however old the quote is', () => {
    for (const after of [0, 1, policy.orderAskedWithin - 1]) {
      const decision = decideAt(asked(), none, noon + after);
      expect(decision).toMatchObject({
        kind: 'wait',
        failed: false,
        reason: { code: 'ORDER_ANSWER_LOST' },
      });
      expect(delayOf(decision)).toBe(policy.orderAskedWithin - after);
    }
    expect(
      decideAt(asked({}, { quotedAt: noon - policy.quoteMaxAge }), none, answerable),
    ).toMatchObject({
      kind: 'poll_order_status',
      order: { quoteId: 'q-1' },
    });
  });

  it('was never made if the service reports so twice, and may then be replaced', () => {
    const once = asked(told('NOT_FOUND', answerable));
    expect(decideAt(once, none, answerable + 1)).toMatchObject({
      kind: 'wait',
      reason: { code: 'ORDER_ANSWER_LOST' },
    });
    expect(decideAt(once, none, answerable + policy.statusPoll).kind).toBe('poll_order_status');
    const again = answerable + policy.statusPoll;
    const twice = asked(told('NOT_FOUND', again, { since: answerable }));
    expect(decideAt(twice, none, again)).toMatchObject({ kind: 'close_order', neverMade: true });
  });

  it.each(['FAIL', 'REVERTED'])(
    'is over if the service reports %s, and may then be replaced',
    (status) => {
      const decision = decideAt(
        asked(told(status, answerable)),
        none,
        answerable + 10 * policy.statusPoll,
      );
      expect(decision).toMatchObject({
        kind: 'close_order',
        reason: { code: 'ORDER_ANSWER_LOST' },
      });
      // The order was made, and counts.
      expect(decision).not.toHaveProperty('neverMade');
    },
  );

  it.each([
    'PENDING',
    'LONG_PENDING',
    'SUCCESS',
    'REVERT',
    'READY_TO_CLAIM',
    'KYC_REQUIRED',
    'WAITING_FOR_TRUSTLINE',
    'INDETERMINATE',
    'SOMETHING_NEW',
  ])('may live where the service says %s, and is asked about at the usual pace', (status) => {
    const snapshot = asked(told(status, answerable));
    const decision = decideAt(snapshot, none, answerable + 1);
    expect(decision).toMatchObject({ kind: 'wait', reason: { code: 'ORDER_ANSWER_LOST' } });
    expect(delayOf(decision)).toBe(policy.statusPoll - 1);
    expect(decideAt(snapshot, none, answerable + policy.statusPoll).kind).toBe('poll_order_status');
  });

  it('may live if it was refunded: the service names the transaction', () => {
    const destination = { chain: 'POLYGON', txId: '0x1' };
    const snapshot = asked(told('REVERTED', answerable, { destination }));
    expect(decideAt(snapshot, none, answerable + 1).kind).toBe('wait');
  });

  it('ends unpaid at the deadline of its job, and is scheduled for it', () => {
    const deadline = answerable + 5 * second;
    const snapshot = asked({ job: { ...byDeposit, deadline }, ...told('PENDING', answerable) });
    expect(delayOf(decideAt(snapshot, none, answerable))).toBe(5 * second);
    expect(decideAt(snapshot, none, deadline)).toMatchObject({
      kind: 'transition',
      state: 'expired',
      fundsState: 'untouched',
    });
  });

  it('is not given up if a poll fails', () => {
    const unknown = {
      kind: 'failed',
      reason: { code: 'ORDER_ANSWER_LOST', message: 'x' },
      next: 'retry',
    } as const;
    expect(decideAt(asked(), unknown, answerable)).toMatchObject({ kind: 'wait', failed: true });
  });

  it('is still awaited after a person has released the wallet', () => {
    const frozen = {
      state: 'needs_review',
      reason: { code: 'WALLET_FROZEN', message: 'x' },
    } as const;
    expect(decideAt(asked(frozen))).toMatchObject({ kind: 'transition', state: 'quoted' });
    const order = anOrder();
    expect(
      decideAt(aSnapshot({ swap: aSwap({ job: byDeposit, ...frozen }), order })),
    ).toMatchObject({
      kind: 'transition',
      state: 'requested',
    });
  });

  it('is cancelled on request', () => {
    expect(decideAt(asked({ cancelRequestedAt: noon }))).toMatchObject({
      state: 'cancelled',
      fundsState: 'untouched',
    });
  });

  it('does not apply to wallet swap data, which is requested again', () => {
    const swap = aSwap({ state: 'quoted', job: aJob() });
    const { spender: _, ...order } = anOrder({ requestedAt: noon - 1 });
    expect(decideAt(aSnapshot({ swap, order })).kind).toBe('request_swap_data');
  });
});

describe('the status of an order whose answer was lost', () => {
  const earlier = (status: string): RouterStatus => ({
    status,
    at: noon,
    since: noon,
    firstAskedAt: noon,
  });

  it('stays if the service no longer finds an order that it knew', () => {
    expect(latestKnownStatus(earlier('PENDING'), 'NOT_FOUND')).toBe('PENDING');
    expect(latestKnownStatus(earlier('PENDING'), 'FAIL')).toBe('FAIL');
    expect(latestKnownStatus(earlier('NOT_FOUND'), 'PENDING')).toBe('PENDING');
    expect(latestKnownStatus(earlier('NOT_FOUND'), 'NOT_FOUND')).toBe('NOT_FOUND');
    expect(latestKnownStatus(undefined, 'NOT_FOUND')).toBe('NOT_FOUND');
  });
});

describe('a service that reports that it made no order', () => {
  const reason = { code: 'ROUTER_RATE_LIMITED', message: 'too many' };

  it('gets another quote request, not before its retry-after', () => {
    const refused = {
      kind: 'order_refused',
      reason,
      next: 'retry',
      retryAfter: 90 * second,
    } as const;
    expect(decideAt(asked(), refused)).toEqual({
      kind: 'close_order',
      reason,
      neverMade: true,
      retryAfter: 90 * second,
    });
    const closed = { kind: 'order_closed', reason, retryAfter: 90 * second } as const;
    const requested = aSnapshot({ swap: aSwap({ job: byDeposit }) });
    expect(decideAt(requested, closed)).toMatchObject({
      kind: 'wait',
      delay: 90 * second,
      failed: true,
      reason,
    });
  });

  it('ends the swap if a retry cannot help', () => {
    expect(decideAt(asked(), { kind: 'order_refused', reason, next: 'stop' })).toMatchObject({
      state: 'failed',
      fundsState: 'untouched',
      reason,
    });
  });
});

describe('orders that fail one after the other', () => {
  const reason = { code: 'DEPOSIT_UNPAYABLE', message: 'no memo there' };
  const quoted = (closedOrders: number, job = byDeposit): Snapshot => {
    const { spender: _, ...order } = anOrder();
    return aSnapshot({ swap: aSwap({ state: 'quoted', job, reason }), order, closedOrders });
  };

  it('are limited, and the swap reports what was wrong with the last', () => {
    expect(decideAt(quoted(policy.maxOrders - 1)).kind).toBe('request_swap_data');
    const decision = decideAt(quoted(policy.maxOrders));
    expect(decision).toMatchObject({
      state: 'failed',
      fundsState: 'untouched',
      reason: { code: 'ORDERS_SPENT' },
    });
    expect(decision).toMatchObject({
      reason: { message: expect.stringContaining('no memo there') },
    });
  });

  it('do not prevent the last one from being paid', () => {
    const order = aReadyOrder({ deposit: { address: '0xd', amount: 1n, exchangeId: 'x-1' } });
    expect(decideAt({ ...quoted(policy.maxOrders), order })).toMatchObject({
      kind: 'execute',
      step: 'deposit',
    });
  });

  it('do not count for the wallet flow', () => {
    expect(decideAt(quoted(policy.maxOrders, aJob())).kind).toBe('request_swap_data');
  });

  it('are requested again if the order is known and refused', () => {
    expect(decideAt(asked(), failed('requote'))).toMatchObject({ kind: 'close_order' });
  });
});
