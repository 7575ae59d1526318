import { describe, expect, it } from 'vitest';
import type { OrderRequest, Verdict } from '../../../src/ports/guard.ts';
import { guardNaming, testGuard } from '../../support/guard-policy.ts';
import { attacker, receiver, usdc } from '../scenario.ts';
import { evmToken, memo, tonNative } from './scenario.ts';

type Change = Partial<Omit<OrderRequest, 'order'>> & { order?: Partial<OrderRequest['order']> };

/** The order of a deposit that a person pays. */
function byHand(request = evmToken(), { order, ...change }: Change = {}): OrderRequest {
  if (request.intent.kind !== 'deposit') throw new Error('another intent');
  return {
    chain: request.chain,
    job: { ...request.job, flow: 'deposit-by-hand' },
    order: { ...request.intent.order, ...order },
    ...change,
  };
}

const found = (verdict: Verdict) =>
  verdict.kind === 'allow'
    ? []
    : verdict.findings.map(({ rule, severity, message }) => `${rule} ${severity}: ${message}`);
const rotation = { provider: 'UNISWAP_V2', token: usdc };
const most = { ...rotation, maximumAmount: `${10n ** 11n}` };

describe('an order that a person pays', () => {
  it('is allowed if the policy names provider and token, up to the maximum', () => {
    expect(testGuard.judgeOrder(byHand()).kind).toBe('allow');
    const shown = testGuard.judgeDepositTarget(byHand());
    expect([shown.kind, shown.rules]).toEqual([
      'allow',
      expect.arrayContaining(['G07', 'G08', 'G10', 'G14', 'D01', 'D02', 'D03', 'D05']) as string[],
    ]);
  });

  it.each<[string, Record<string, unknown>, Record<string, unknown>, string]>([
    [
      'of a provider that the policy does not name for such payments',
      { rotatingAddresses: [] },
      {},
      'D01 hold: the policy does not name the provider for payments to changing addresses in this token',
    ],
    [
      'without a maximum',
      { rotatingAddresses: [rotation] },
      {},
      'D05 hold: the policy sets no maximum for payments to changing addresses of the provider',
    ],
    [
      'above the maximum',
      { rotatingAddresses: [{ ...rotation, maximumAmount: '999999999' }] },
      {},
      'D05 hold: the payment to a changing address is above the policy’s maximum',
    ],
    [
      'larger than first payments may be',
      { rotatingAddresses: [{ ...most, firstAmount: '50000000' }] },
      {},
      'D05 hold: the payment is larger than first ones to the provider may be',
    ],
    [
      'of a provider that may not serve',
      { rotatingAddresses: [most] },
      { providers: ['across'] },
      'G10 hold: the policy does not name the provider',
    ],
    [
      'with refunds to somebody else',
      { rotatingAddresses: [most], refundAddresses: [] },
      {},
      'G10 hold: the policy does not name the refund address',
    ],
  ])('is held before it is opened, and not shown: %s', (_what, chain, more, why) => {
    const guard = guardNaming('ETH', chain, more);
    const request = byHand();
    const refunded = { ...request, job: { ...request.job, refundAddress: attacker } };
    for (const verdict of [guard.judgeOrder(refunded), guard.judgeDepositTarget(refunded)]) {
      expect(verdict.kind).toBe('hold');
      expect(found(verdict)).toContain(why);
    }
  });

  it('passes once a person has admitted what it was held for', () => {
    const guard = guardNaming('ETH', { rotatingAddresses: [] });
    const held = guard.judgeOrder(byHand());
    const items = held.kind === 'allow' ? [] : held.findings.flatMap(({ item }) => item ?? []);
    const admitted = byHand(evmToken(), { admitted: items });
    expect([guard.judgeOrder(admitted).kind, guard.judgeDepositTarget(admitted).kind]).toEqual([
      'allow',
      'allow',
    ]);
  });

  it('passes, and so do all larger ones to the provider, once a person has seen a first one', () => {
    const guard = guardNaming('ETH', { rotatingAddresses: [{ ...most, firstAmount: '50000000' }] });
    const small = byHand();
    expect(guard.judgeOrder({ ...small, job: { ...small.job, amount: 50_000_000n } }).kind).toBe(
      'allow',
    );
    const held = guard.judgeOrder(small);
    const admitted = held.kind === 'allow' ? [] : held.findings.flatMap(({ item }) => item ?? []);
    const larger = { ...small, job: { ...small.job, amount: 10n ** 11n }, admitted };
    expect(guard.judgeOrder(larger).kind).toBe('allow');
    const aboveAll = { ...larger, job: { ...larger.job, amount: 10n ** 11n + 1n } };
    expect(guard.judgeOrder(aboveAll)).toMatchObject({ kind: 'hold', findings: [{ rule: 'D05' }] });
  });

  it('needs no such entry where Ferryman pays, since the bytes are judged', () => {
    const request = { ...byHand(), job: evmToken().job };
    expect(guardNaming('ETH', {}).judgeOrder(request).kind).toBe('allow');
  });

  it('is shown with a memo where its address serves many orders', () => {
    const target = (said: string | undefined) => {
      const request = byHand(tonNative());
      const { memo: _memo, ...deposit } = request.order.deposit!;
      const wanted = said === undefined ? deposit : { ...deposit, memo: said };
      return testGuard.judgeDepositTarget({
        ...request,
        order: { ...request.order, deposit: wanted },
      });
    };
    expect(found(target(memo))).toEqual([]);
    expect(found(target(undefined))).toEqual([
      'D03 reject: the order has no memo, though its address may be that of many orders',
    ]);
    expect(found(target(`=:ETH.ETH:${receiver}`))).not.toEqual([]);
  });

  it('is not shown with the wallet, a receiver or another amount', () => {
    const { order } = byHand();
    const shown = (deposit: object) =>
      found(
        testGuard.judgeDepositTarget(
          byHand(evmToken(), { order: { deposit: { ...order.deposit!, ...deposit } } }),
        ),
      );
    expect(shown({ address: evmToken().job.receiver })[0]).toMatch(/^D01 reject/);
    expect(shown({ amount: 1n })[0]).toMatch(/^D02 reject/);
    expect(found(testGuard.judgeDepositTarget({ ...byHand(), job: evmToken().job }))).toEqual([
      'D01 reject: the job is no manual deposit',
    ]);
  });
});
