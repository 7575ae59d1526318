import { describe, expect, it } from 'vitest';
import type { Cap } from '../../../src/core/caps/cap.ts';
import { evmNativeToken } from '../../../src/families/evm/formats/chain.ts';
import { createGuard } from '../../../src/guard/create-guard.ts';
import { readGuardPolicy } from '../../../src/guard/policy/read-guard-policy.ts';
import type { GuardRequest } from '../../../src/ports/guard.ts';
import { policyFrom, testPolicyFile } from '../../support/guard-policy.ts';
import { pricesAt } from '../../support/prices-at.ts';
import { usdc } from '../../support/snapshot.ts';
import { aSwapRequest } from '../scenario.ts';

const guardOf = (...caps: object[]) =>
  createGuard({ policy: policyFrom({ ...testPolicyFile, caps }) });

/** Of a payment of 1,000 USDC on ETH by the wallet `treasury` through UNISWAP_V2. */
function judged(...caps: object[]): string | string[] {
  const verdict = guardOf(...caps).judge(aSwapRequest());
  return verdict.kind === 'allow'
    ? verdict.kind
    : [verdict.kind, ...verdict.findings.map(({ rule }) => rule)];
}

/** The same by a price of one USDC in US dollars. */
function priced(price: string, ...caps: object[]): string | string[] {
  const { job } = aSwapRequest();
  const verdict = pricing(price, ...caps).judge({
    ...aSwapRequest(),
    prices: pricesAt(job.from, price),
  });
  return verdict.kind === 'allow'
    ? verdict.kind
    : [verdict.kind, ...verdict.findings.map(({ rule }) => rule)];
}

function pricing(price: string, ...caps: object[]) {
  const sources = [{ kind: 'static', usd: price }];
  const prices = { unpriced: 'any', tokens: [{ ...ofUsdc, sources }] };
  return createGuard({ policy: policyFrom({ ...testPolicyFile, caps, prices }) });
}

/** The coin has a price, too. */
function pricingBoth(...caps: object[]) {
  const of = (token: string) => ({ chain: 'ETH', token, sources: [{ kind: 'static', usd: '1' }] });
  const prices = { unpriced: 'any', tokens: [of(usdc), of('native')] };
  // What the order is worth is not judged here.
  const wide = { ...prices, otherToleranceBps: 10_000 };
  return createGuard({ policy: policyFrom({ ...testPolicyFile, caps, prices: wide }) });
}

const ofUsdc = { chain: 'ETH', token: usdc };

describe('G09: a payment alone', () => {
  it('may be as large as the cap, in the token’s units', () => {
    expect(judged({ window: 'transaction', amount: '1000', ...ofUsdc })).toBe('allow');
    expect(judged({ window: 'transaction', amount: '999.999999', ...ofUsdc })).toEqual([
      'hold',
      'G09',
    ]);
  });

  it.each(['hour', 'day', 'week', 'unsettled'])(
    'is held if it could never fit a cap of %s',
    (window) => {
      expect(judged({ window, amount: '999', ...ofUsdc })).toEqual(['hold', 'G09']);
    },
  );

  it('is held if no payment is allowed', () => {
    expect(judged({ window: 'hour', count: 0 })).toEqual(['hold', 'G09']);
  });

  it('is held if a cap in US dollars counts it and it has no price', () => {
    expect(judged({ window: 'day', usd: '1000000' })).toEqual(['hold', 'G09']);
  });

  it.each<[string, string, string | string[]]>([
    ['1000', '1', 'allow'],
    ['999.99', '1', ['hold', 'G09']],
    ['1000', '1.0001', ['hold', 'G09']],
  ])('is at most %s USD where the token is at %s', (most, price, expected) => {
    expect(priced(price, { window: 'transaction', usd: most })).toEqual(expected);
    expect(priced(price, { window: 'day', usd: most })).toEqual(expected);
  });

  it('is admitted over the cap that held it, by what it was then', () => {
    const cap = { name: 'most', window: 'transaction', ...ofUsdc };
    const request = aSwapRequest();
    const held = guardOf({ ...cap, amount: '999' }).judge(request);
    const admitted = held.kind === 'allow' ? [] : held.findings.flatMap(({ item }) => item ?? []);
    const again = (amount: bigint, ...caps: object[]) => {
      const { job } = request;
      const prepared = { ...request, job: { ...job, amount }, admitted };
      return guardOf(...caps).judge(prepared);
    };
    expect(again(request.job.amount, { ...cap, amount: '999' }).kind).toBe('allow');
    const rules = (verdict: ReturnType<typeof again>) =>
      verdict.kind === 'allow' ? [] : verdict.findings.map(({ rule }) => rule);
    expect(rules(again(2n * request.job.amount, { ...cap, amount: '999' }))).toContain('G09');
    // Another cap of that name.
    for (const other of [
      { ...cap, amount: '1' },
      { ...cap, amount: '999', window: 'day' },
      { name: 'most', window: 'day', count: 0 },
    ])
      expect(rules(again(request.job.amount, other))).toEqual(['G09']);
  });

  it.each<[string, object, string]>([
    [
      'of the token that the cap counts',
      { window: 'transaction', amount: '999', ...ofUsdc },
      'up to 1000 tokens is above cap most: 999 tokens by transaction, all',
    ],
    [
      'of the token without a price, which another one’s admission does not cover',
      { window: 'day', usd: '1000000' },
      `up to 1000 of ${usdc} on ETH has no price for cap most: 1000000 USD by day, all`,
    ],
  ])('is admitted in whole tokens: %s', (_what, cap, what) => {
    const held = guardOf({ name: 'most', ...cap }).judge(aSwapRequest());
    expect(held).toMatchObject({ findings: [{ item: { kind: 'finding', rule: 'G09', what } }] });
  });

  it('is not held again for what replaces it, which is judged without prices', () => {
    const request: GuardRequest = { ...aSwapRequest(), repeats: true };
    expect(guardOf({ window: 'day', usd: '1' }).judge(request).kind).toBe('allow');
  });

  it.each([
    ['wallet', { wallet: 'other' }],
    ['chain', { chain: 'POLYGON' }],
    ['token', { chain: 'ETH', token: 'native' }],
    ['provider', { provider: 'lifi' }],
  ])('is bounded by no cap of another %s', (_what, of) => {
    expect(judged({ window: 'hour', count: 0, ...of })).toBe('allow');
  });

  it.each([
    { wallet: 'treasury' },
    { chain: 'ETH' },
    { ...ofUsdc, token: usdc.toLowerCase() },
    { provider: 'uniswap_v2' },
    { each: 'receiver' },
  ])('is bounded by a cap of what it is: %j', (of) => {
    expect(judged({ window: 'hour', count: 0, ...of })).toEqual(['hold', 'G09']);
  });
});

describe('what a lease reserves', () => {
  const { job, chain } = aSwapRequest();
  const order = { provider: 'UNISWAP_V2', declaredFee: 0n };

  it('is nothing without caps', () => {
    expect(guardOf().capsOf({ job, chain, order })).toBeUndefined();
  });

  it('is the payment, with a bound for each cap of a window, of its own subject', () => {
    const caps = guardOf(
      { window: 'transaction', amount: '5000', ...ofUsdc },
      { name: 'per wallet', window: 'hour', amount: '5000', ...ofUsdc, each: 'wallet' },
      { name: 'busy', window: 'hour', count: 30 },
      { window: 'day', count: 9, provider: 'lifi' },
    ).capsOf({ job, chain, order });
    expect(caps?.use).toMatchObject({
      wallet: 'treasury',
      chain: 'ETH',
      token: usdc,
      provider: 'uniswap_v2',
      amount: 1_000_000_000n,
    });
    const token = { chain: 'ETH', token: usdc, wallet: 'treasury' };
    expect(caps?.bounds).toEqual([
      {
        ...{ name: 'per wallet', window: 'hour', unit: 'amount' },
        ...{ limit: 5_000_000_000n, value: 1_000_000_000n, ...token },
      },
      { name: 'busy', window: 'hour', unit: 'count', limit: 30n, value: 1n },
    ]);
  });

  it('is worth what independent prices say, for caps in US dollars', () => {
    const guard = pricing('1.5', { name: 'a day', window: 'day', usd: '5000' });
    const worth = 1_500n * 10n ** 18n;
    const caps = guard.capsOf({ job, chain, order, prices: pricesAt(job.from, '1.5') });
    expect(caps?.use.usdE18).toBe(worth);
    expect(caps?.bounds).toMatchObject([
      { name: 'a day', unit: 'usd', limit: 5_000n * 10n ** 18n, value: worth },
    ]);
    // Without a price the guard holds the payment, and nobody counts it as worth nothing.
    const unpriced = guard.capsOf({ job, chain, order });
    expect(unpriced?.use).not.toHaveProperty('usdE18');
    expect(unpriced?.bounds).toEqual([]);
  });

  it('has the fixed fee of the order in it, which the wallet pays besides', () => {
    // 0.01 ETH at 2,500 USD.
    const withFee = { ...order, declaredFee: 10n ** 16n };
    const coin = { family: 'evm', chain: 'ETH', token: evmNativeToken } as const;
    const guard = pricingBoth({ window: 'day', usd: '1020' }, { window: 'day', count: 9 });
    const ofBoth = [pricesAt(job.from, '1'), pricesAt({ ...job.from, ...coin }, '2500')];
    const prices = { at: 0, tokens: ofBoth.flatMap(({ tokens }) => tokens) };
    const use = (of: typeof order) => guard.capsOf({ job, chain, order: of, prices })?.use;
    expect(use(order)?.usdE18).toBe(1_000n * 10n ** 18n);
    expect(use(withFee)).toMatchObject({ usdE18: 1_025n * 10n ** 18n, amount: job.amount });
    // Alone above the cap: the guard holds it.
    expect(guard.capsOf({ job, chain, order: withFee, prices })?.bounds).toHaveLength(1);
    const request = { ...aSwapRequest({ order: { declaredFee: 10n ** 16n } }), prices };
    const judged = guard.judge(request);
    expect(judged.kind === 'hold' && judged.findings.map(({ rule }) => rule)).toContain('G09');
    // Of a job that sells coins, in their unit.
    const coins = { ...job, from: { ...job.from, ...coin, decimals: 18 } };
    expect(guard.capsOf({ job: coins, chain, order: withFee, prices })?.use.amount).toBe(
      job.amount + 10n ** 16n,
    );
    const unpriced = guard.capsOf({ job, chain, order: withFee, prices: pricesAt(job.from, '1') });
    expect(unpriced?.use).not.toHaveProperty('usdE18');
  });

  it('has no bound that it breaks alone: that is held, and a person may admit it', () => {
    const caps = guardOf({ window: 'hour', count: 0 }).capsOf({ job, chain, order });
    expect(caps?.bounds).toEqual([]);
  });
});

describe('the budgets that a job bears', () => {
  const order = { provider: 'UNISWAP_V2', declaredFee: 0n };
  const { chain } = aSwapRequest();
  const ofRule = (budgets: readonly Cap[], id = 'dca') => ({
    job: { ...aSwapRequest().job, rule: { id, version: 3, budgets } },
    ...{ chain, order },
  });
  const tokens = (amount: string, window: Cap['window'] = 'week'): Cap => ({
    ...{ name: 'few', window, ...ofUsdc },
    bound: { unit: 'amount', amount },
  });

  it('bound what a lease reserves for its rule, beside the caps of the policy', () => {
    const caps = guardOf({ name: 'busy', window: 'hour', count: 30 }).capsOf(
      ofRule([tokens('5000')]),
    );
    expect(caps?.use.rule).toBe('dca');
    expect(caps?.bounds).toEqual([
      { name: 'busy', window: 'hour', unit: 'count', limit: 30n, value: 1n },
      {
        ...{ name: 'few of rule dca', window: 'week', unit: 'amount', rule: 'dca' },
        ...{ limit: 5_000_000_000n, value: 1_000_000_000n, chain: 'ETH', token: usdc },
      },
    ]);
  });

  it('are counted before there are any: a later version of the rule may have some', () => {
    expect(guardOf().capsOf(ofRule([]))).toMatchObject({ use: { rule: 'dca' }, bounds: [] });
  });

  it('count other rules’ payments no more than a person’s', () => {
    const caps = { window: 'day', count: 5, rule: 'dca' };
    expect(guardOf(caps).capsOf(ofRule([], 'sweep'))?.bounds).toEqual([]);
    expect(guardOf(caps).capsOf(ofRule([]))?.bounds).toMatchObject([{ rule: 'dca' }]);
    const each = { window: 'day', count: 5, each: 'rule' };
    expect(guardOf(each).capsOf(ofRule([]))?.bounds).toMatchObject([{ rule: 'dca' }]);
    const { job } = aSwapRequest();
    expect(guardOf(each).capsOf({ job, chain, order })?.bounds).toEqual([]);
  });

  it('hold a payment that is above one by itself (G09)', () => {
    const judge = (budget: Cap) => {
      const { job } = ofRule([budget]);
      const verdict = guardOf().judge({ ...aSwapRequest(), job });
      return verdict.kind === 'allow' ? verdict.kind : verdict.findings.map(({ rule }) => rule);
    };
    expect(judge(tokens('1000'))).toBe('allow');
    expect(judge(tokens('999'))).toEqual(['G09']);
    expect(judge({ ...tokens('999'), chain: 'POLYGON' })).toBe('allow');
  });
});

describe('a policy’s caps', () => {
  it.each<[object, string]>([
    [{ window: 'month', count: 1 }, '/caps/0/window'],
    [{ window: 'hour' }, '/caps/0/usd'],
    [{ window: 'hour', count: 1, usd: '1' }, '/caps/0/usd'],
    [{ window: 'hour', usd: '-1' }, '/caps/0/usd'],
    [{ window: 'hour', amount: '1' }, '/caps/0/token'],
    [{ window: 'hour', count: 1, token: usdc }, '/caps/0/chain'],
    [{ window: 'hour', count: 1, chain: 'NOWHERE' }, '/caps/0/chain'],
    [{ window: 'hour', amount: '1', chain: 'ETH', token: 'x' }, '/caps/0/token'],
    [{ window: 'transaction', count: 1 }, '/caps/0/window'],
    [{ window: 'hour', count: 1, wallet: 'a', each: 'wallet' }, '/caps/0/each'],
    [{ window: 'week', count: 1, rule: 'a', each: 'rule' }, '/caps/0/each'],
    [{ window: 'hour', count: 1, walet: 'a' }, '/caps/0/walet'],
  ])('are refused if they bound nothing: %j', (cap, pointer) => {
    const read = readGuardPolicy({ version: 1, caps: [cap] });
    expect(read.ok ? [] : read.faults.map((fault) => fault.pointer)).toContain(pointer);
  });
});
