import { describe, expect, it } from 'vitest';
import type { Observation } from '../../../src/core/decide/decision.ts';
import { callsOfOrder, isBoundedWithoutQuote } from '../../../src/core/decide/takes-one-call.ts';
import { type Family, formatsOf } from '../../../src/core/swap/chains.ts';
import type { OrderId } from '../../../src/core/swap/ids.ts';
import type { Job } from '../../../src/core/swap/job.ts';
import { routerIdOf } from '../../../src/core/swap/router-id.ts';
import { decideAt, none } from '../../support/decide-at.ts';
import {
  aJob,
  anOrder,
  aReadyOrder,
  aSnapshot,
  aSwap,
  noon,
  usdc,
} from '../../support/snapshot.ts';

const coin = (family: Family = 'evm'): Job['from'] => ({
  family,
  chain: 'ETH',
  token: formatsOf(family).nativeToken,
  decimals: 18,
  symbol: 'ETH',
});
const coinJob = (change: Partial<Job> = {}) =>
  aJob({ from: coin(), to: { ...coin(), token: usdc }, ...change });
const waiting = (job: Job, change: Parameters<typeof aSwap>[0] = {}) =>
  aSnapshot({ swap: aSwap({ job, ...change }) });
const refused: Observation = { kind: 'one_call_refused' };

describe('an order is asked for in one call', () => {
  it.each(['evm', 'tron', 'solana'] as const)('for coins of a wallet on %s', (family) => {
    const job = coinJob({ from: coin(family) });
    expect(decideAt(waiting(job))).toEqual({ kind: 'request_best_swap' });
    expect(callsOfOrder(aSwap({ job }), true)).toBe(1);
    expect(callsOfOrder(aSwap({ job }), false)).toBe(2);
  });

  it.each<[string, Partial<Job>]>([
    ['a token needs a spender and an allowance', { from: { ...coin(), token: usdc } }],
    ['a provider opens an order for a deposit', { flow: 'deposit' }],
    ['somebody pays by hand', { flow: 'deposit-by-hand' }],
    ['a message of TON may pay for several orders', { from: coin('ton') }],
    ['a payment of Bitcoin may change its id, or go to an address', { from: coin('bitcoin') }],
  ])('and with a quote first where %s', (_why, change) => {
    const job = coinJob(change);
    expect(decideAt(waiting(job))).toEqual({ kind: 'quote' });
    expect(callsOfOrder(aSwap({ job }), true)).toBe(2);
  });

  it('if its minimum or a price floor bounds the answer', () => {
    const bounded = (job: Job, priced: boolean) =>
      isBoundedWithoutQuote(job, { hasPriceFloor: () => priced });
    const slipping = coinJob({ bound: { kind: 'slippage', slippageBps: 50 } });
    expect([bounded(coinJob(), false), bounded(slipping, true)]).toEqual([true, true]);
    expect(bounded(slipping, false)).toBe(false);
  });

  it('and with a quote once the service does not make the swap in one call', () => {
    expect(decideAt(waiting(coinJob()), refused)).toEqual({ kind: 'quote' });
  });

  it.each([
    ['ROUTER_UNAVAILABLE', 'quote', 2],
    ['ROUTER_MALFORMED', 'quote', 2],
    ['ROUTER_NO_ROUTE', 'request_best_swap', 1],
    ['ROUTER_RATE_LIMITED', 'request_best_swap', 1],
    ['QUOTE_BELOW_MINIMUM', 'request_best_swap', 1],
  ] as const)('or not, after %s', (code, kind, calls) => {
    const failed = { job: coinJob(), consecutiveFailures: 1, reason: { code, message: 'x' } };
    expect(decideAt(waiting(failed.job, failed))).toEqual({ kind });
    expect(callsOfOrder(aSwap(failed), true)).toBe(calls);
  });

  it('and not after a stop, a deadline or a wish to cancel, as little as a quote', () => {
    const stopped = { code: 'SIGNING_STOPPED', message: 'stopped' };
    expect(decideAt({ ...waiting(coinJob()), stopped })).toMatchObject({
      kind: 'wait',
      reason: stopped,
    });
    expect(decideAt(waiting(coinJob({ deadline: noon })))).toMatchObject({
      state: 'expired',
      fundsState: 'untouched',
    });
    const cancelled = waiting(coinJob(), { cancelRequestedAt: noon - 1 });
    expect(decideAt(cancelled)).toMatchObject({ state: 'cancelled', fundsState: 'untouched' });
  });

  it('only under a slot of its lane', () => {
    const { hasSlot: _, ...outside } = waiting(coinJob());
    expect(decideAt(outside)).toEqual({
      kind: 'enter_lane',
      chain: 'ETH',
      family: 'evm',
      isUrgent: false,
    });
  });
});

describe('an order that came in one answer', () => {
  const id = 'o-1' as OrderId;
  const { spender: _, ...ready } = aReadyOrder({ id, quoteId: id });
  const quoted = (change: Partial<typeof ready> = {}) =>
    aSnapshot({ swap: aSwap({ state: 'quoted', job: coinJob() }), order: { ...ready, ...change } });

  it('is signed at once', () => {
    expect(decideAt(quoted())).toMatchObject({ kind: 'execute', step: 'swap', order: { id } });
  });

  it('is not signed below the minimum of the job, and another one is asked for after a pause', () => {
    const below = quoted({ minOut: 389n, quotedAt: noon });
    const reason = { code: 'QUOTE_BELOW_MINIMUM' };
    expect(decideAt(below)).toMatchObject({ kind: 'wait', reason });
    expect(decideAt(below, none, noon + 5_000)).toMatchObject({ kind: 'close_order', reason });
  });

  it('is not signed late', () => {
    expect(decideAt(quoted(), none, noon + 15_000)).toMatchObject({
      kind: 'close_order',
      reason: { code: 'ROUTER_QUOTE_EXPIRED' },
    });
  });

  it('has no id at the service', () => {
    expect(routerIdOf({ id, quoteId: id })).toBeUndefined();
    expect(routerIdOf(anOrder())).toBe('q-1');
  });
});
