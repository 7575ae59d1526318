import { describe, expect, it } from 'vitest';
import { locateMoney } from '../../../src/core/operator/locate-money.ts';
import type { SwapId } from '../../../src/core/swap/ids.ts';
import type { Leg, Snapshot, Swap } from '../../../src/core/swap/swap.ts';
import { evmNativeToken } from '../../../src/families/evm/formats/chain.ts';
import { aJob, aLease, anAttempt, anOrder, aStep, aSwap, final } from '../../support/snapshot.ts';

const policy = { maxGenerations: 3, now: 1_000 };

const report = (swap: Partial<Swap>, rest: Partial<Snapshot> = {}) =>
  locateMoney({ swap: aSwap(swap), steps: [], ...rest }, policy);

const payment = (change: Parameters<typeof aStep>[0] = {}) =>
  aStep({ kind: 'swap', lease: aLease([anAttempt()]), ...change });

const payout = (change: Partial<Leg> = {}): Leg => ({
  chain: 'ETH',
  txId: '0xbb',
  index: 1,
  token: evmNativeToken,
  amount: 400n * 10n ** 15n,
  role: 'payout',
  level: 'verified',
  ...change,
});

describe('where the money is', () => {
  it('is at home while nothing was signed, and a retry is safe once it has ended', () => {
    expect(report({ state: 'quoted' })).toMatchObject({
      where: 'Nothing of this swap has left the wallet treasury on ETH: no payment was signed.',
      action: { kind: 'wait' },
    });
    expect(report({ state: 'failed' })).toMatchObject({
      where: expect.stringContaining('no payment was signed'),
      action: { kind: 'retry', as: 'new_swap' },
      retry: { as: 'new_swap' },
    });
  });

  it('tells what a cancel and an edit would do', () => {
    expect(report({ state: 'quoted' })).toMatchObject({
      cancel: { as: 'end' },
      replace: { code: 'SWAP_NOT_ENDED' },
    });
    const signed = { steps: [payment()], order: anOrder() };
    expect(report({ state: 'executing', fundsState: 'in_flight' }, signed)).toMatchObject({
      cancel: { as: 'request' },
      replace: { code: 'PAYMENT_MAY_LAND' },
    });
    const requested = {
      state: 'executing',
      fundsState: 'in_flight',
      cancelRequestedAt: 1,
    } as const;
    expect(report(requested, signed).cancel).toMatchObject({ code: 'CANCEL_PENDING' });
    expect(report({ state: 'cancelled' })).toMatchObject({
      cancel: { code: 'CANCELLED' },
      replace: { allowed: true },
    });
  });

  it('says which swap has the place of one that ended', () => {
    const placed = (as: 'retry' | 'edit') =>
      locateMoney(
        { swap: aSwap({ state: 'failed' }), steps: [] },
        { ...policy, successor: { swapId: 'later' as SwapId, version: 1, as } },
      );
    expect(placed('retry').action).toEqual({
      kind: 'none',
      text: 'The swap later tries its job again.',
    });
    expect(placed('edit')).toMatchObject({
      action: { kind: 'none', text: 'The swap later has replaced it, with an edited job.' },
      retry: { code: 'SWAP_REPLACED' },
      replace: { code: 'SWAP_REPLACED' },
    });
  });

  it('may be leaving while a payment may land, and no retry is offered', () => {
    const found = report(
      { state: 'needs_review', fundsState: 'in_flight' },
      { steps: [payment()], order: anOrder() },
    );
    expect(found.where).toContain('1000 USDC may be leaving the wallet treasury on ETH');
    expect(found.where).toContain('it is signed, and no endpoint shows it');
    expect(found.action.kind).toBe('resolve');
    expect(found.retry).toMatchObject({ code: 'PAYMENT_MAY_LAND' });
  });

  it('is not said to be leaving while Ferryman cancels it', () => {
    const lease = aLease([anAttempt(), anAttempt({ txId: '0xca', kind: 'cancel' })]);
    const found = report(
      { state: 'executing', fundsState: 'in_flight' },
      { steps: [payment({ lease })], order: anOrder() },
    );
    expect(found.where).toBe(
      '1000 USDC may still leave the wallet treasury on ETH: Ferryman is cancelling the payment, and either the payment or its cancellation can land, never both. It is signed, and no endpoint shows it.',
    );
    expect(found.retry).toMatchObject({ code: 'PAYMENT_MAY_LAND' });
  });

  it('is in a block where a payment is, and says if it failed there', () => {
    const failed = { ...final, status: 'included', succeeded: false } as const;
    const lease = aLease([anAttempt({ inclusion: failed })]);
    const rest = { steps: [payment({ lease })], order: anOrder() };
    expect(report({ state: 'confirming', fundsState: 'in_flight' }, rest).where).toBe(
      '1000 USDC may be leaving the wallet treasury on ETH: a payment is in a block that is not final yet and has failed there, and Ferryman is proving it.',
    );
  });

  describe('of a deposit that a person pays', () => {
    const job = aJob({ flow: 'deposit-by-hand' });
    const order = anOrder({
      deposit: { address: 'x', amount: 1n, exchangeId: 'e' },
      signBy: 2_000,
    });
    const waiting = { state: 'awaiting_deposit', job } as const;

    it('is to be paid once, and by nothing but what was shown', () => {
      expect(report(waiting, { order })).toMatchObject({
        where: 'Ferryman has seen no deposit of 1000 USDC at the address of this swap.',
        action: { kind: 'pay_deposit' },
      });
    });

    it.each([
      ['an earlier swap was paid', {}, { paidBefore: 'before' as SwapId }],
      ['a cancel is asked for', { cancelRequestedAt: 1 }, {}],
      ['the time to pay is over', {}, { order: { ...order, signBy: 1_000 } }],
      ['a signed payment is lost', {}, { lost: { chain: 'ETH', txId: '0xcc' } }],
    ] as const)('is not to be paid if %s', (_, swap, rest) => {
      expect(report({ ...waiting, ...swap }, { order, ...rest }).action).toMatchObject({
        kind: 'wait',
        text: expect.stringContaining('Do not pay'),
      });
    });

    it('has no edit, since its address stays known; and no retry while one may land', () => {
      const ended = aSwap({ state: 'cancelled', job });
      const landing = { code: 'PAYMENT_MAY_LAND', message: 'not final yet' } as const;
      expect(locateMoney({ swap: ended, steps: [] }, { ...policy, landing })).toMatchObject({
        replace: { code: 'PAYMENT_MAY_LAND' },
        retry: { code: 'PAYMENT_MAY_LAND', message: 'not final yet' },
      });
      expect(
        locateMoney({ swap: ended, steps: [], paidBefore: 'before' as SwapId }, policy).retry,
      ).toMatchObject({ code: 'PAYMENT_LANDED' });
    });
  });

  it('came back to the wallet, and is not said to have reached the receiver', () => {
    const refund = payout({
      role: 'refund',
      token: aSwap().job.from.token,
      amount: 1_000_000_000n,
    });
    const found = report({ state: 'refunded', fundsState: 'returned', legs: [refund] });
    expect(found.where).toBe(
      '1000 USDC came back to the wallet treasury on ETH. No payout to the receiver was seen.',
    );
    expect(found.action).toEqual({
      kind: 'none',
      text: 'Ferryman does nothing more. Submit a new job to pay the receiver.',
    });
  });

  it('has left and is not said to have arrived before it was seen', () => {
    const landed = payment({ outcome: 'landed', lease: aLease([anAttempt({ inclusion: final })]) });
    const found = report(
      { state: 'settling', fundsState: 'moved' },
      { steps: [landed], order: anOrder() },
    );
    expect(found.where).toBe(
      '1000 USDC left the wallet treasury on ETH through UNISWAP_V2. It has not been seen at the receiver on ETH, and has not been seen to come back.',
    );
    expect(found.retry).toMatchObject({ code: 'PAYMENT_LANDED' });
  });

  it('is in no known place where the proofs do not tell', () => {
    const used = payment({ outcome: 'dead', lease: aLease([anAttempt()], { state: 'dead' }) });
    for (const [swap, rest] of [
      [{ state: 'failed', fundsState: 'unknown' }, {}],
      [{ state: 'needs_review', fundsState: 'unknown' }, { steps: [used] }],
      [{ state: 'needs_review', fundsState: 'unknown' }, { lost: { chain: 'ETH', txId: '0xcc' } }],
    ] as const satisfies [Partial<Swap>, Partial<Snapshot>][]) {
      const found = report(swap, rest as Partial<Snapshot>);
      expect(found.where).toContain('It is not proven whether 1000 USDC left');
      expect(found.action.kind).not.toBe('retry');
      expect(found.retry).toHaveProperty('code');
    }
  });

  it.each([
    ['verified', 'The receiver has 0.4 ETH on ETH.'],
    ['inferred', 'The receiver has 0.4 ETH on ETH, as far as the chain tells.'],
    [
      'router-reported',
      'The routing service reports that the receiver has 0.4 ETH on ETH; no configured chain shows it.',
    ],
    [
      'operator-reported',
      'A person reported that the receiver has 0.4 ETH on ETH; no configured chain shows it.',
    ],
    ['disputed', 'It is disputed whether the receiver has 0.4 ETH on ETH.'],
  ] as const)('is said to have arrived as surely as a leg is %s', (level, where) => {
    const legs = [payout({ level })];
    expect(report({ state: 'settled', fundsState: 'moved', legs }).where).toBe(where);
  });

  it('names no amount of a token that was not expected', () => {
    const legs = [payout({ token: '0x0000000000000000000000000000000000000009' })];
    expect(report({ state: 'settled', fundsState: 'moved', legs }).where).toBe(
      'The receiver has another token than was expected on ETH.',
    );
  });
});
