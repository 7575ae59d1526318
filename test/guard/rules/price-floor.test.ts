import { describe, expect, it } from 'vitest';
import { parseDecimal } from '../../../src/core/amounts/parse-decimal.ts';
import type { AdmissionItem } from '../../../src/core/approvals/admission-item.ts';
import type { OrderId } from '../../../src/core/swap/ids.ts';
import type { Job, PriceBound } from '../../../src/core/swap/job.ts';
import type { Order } from '../../../src/core/swap/swap.ts';
import { evmNativeToken } from '../../../src/families/evm/formats/chain.ts';
import { createGuard } from '../../../src/guard/create-guard.ts';
import type { GuardRequest, Verdict } from '../../../src/ports/guard.ts';
import type { MarketPrices, PriceReading } from '../../../src/ports/prices.ts';
import { policyFrom, testPolicyFile } from '../../support/guard-policy.ts';
import { noSignals } from '../../support/snapshot.ts';
import { aSwapRequest, cleanSwap, receiver, usdc } from '../scenario.ts';

const now = Date.UTC(2026, 0, 1);
const milliether = 10n ** 15n;
const source = { kind: 'static', usd: '1' };
const eth = { chain: 'ETH', token: 'native' };
const usdcOnEth = { chain: 'ETH', token: usdc };

type Readings = readonly (PriceReading | [usd: string, ageSeconds?: number])[];

const readingOf = (one: Readings[number], index: number): PriceReading =>
  'source' in one
    ? one
    : {
        source: `source ${index + 1}`,
        usdE18: parseDecimal(one[0], 18)!,
        ...(one[1] === undefined ? {} : { at: now - one[1] * 1_000 }),
        maxAge: 60_000,
      };

function pricesOf(ofEth: Readings, ofUsdc: Readings = [['1']]): MarketPrices {
  return {
    at: now,
    tokens: [
      { chain: 'ETH', token: evmNativeToken, readings: ofEth.map(readingOf) },
      { chain: 'ETH', token: usdc, readings: ofUsdc.map(readingOf) },
    ],
  };
}

interface Change {
  ofEth?: Readings;
  /** Beside the prices of both tokens. */
  prices?: object;
  limits?: object;
  chain?: object;
  profile?: 'standard' | 'strict';
  class?: 'major' | 'other';
  bound?: PriceBound;
  order?: Partial<Order>;
  request?: Partial<GuardRequest>;
}

/** 1,000 USDC for 0.398 ETH or more, at 2,500 USD. */
function verdict(change: Change = {}): Verdict {
  const { ofEth = [['2500']], bound = { kind: 'slippage', slippageBps: 50 } } = change;
  const common = { class: change.class ?? 'major' };
  const policy = policyFrom({
    ...testPolicyFile,
    profile: change.profile ?? 'standard',
    limits: change.limits ?? {},
    prices: {
      tokens: [
        { ...eth, ...common, sources: ofEth.map(() => source) },
        { ...usdcOnEth, ...common, sources: [source] },
      ],
      ...change.prices,
    },
    chains: {
      ...testPolicyFile.chains,
      ETH: { ...testPolicyFile.chains.ETH, ...change.chain },
    },
  });
  const job: Partial<Job> = { bound };
  return createGuard({ policy }).judge(
    aSwapRequest({
      job,
      order: {
        minOut: 398n * milliether,
        quotedMinOut: 398n * milliether,
        expectedOut: 400n * milliether,
        ...change.order,
      },
      simulation: {
        balanceChanges: cleanSwap().balanceChanges.map((one) =>
          one.account === receiver && one.token === evmNativeToken
            ? { ...one, delta: 400n * milliether }
            : one,
        ),
      },
      request: { prices: pricesOf(ofEth), ...change.request },
    }),
  );
}

const found = (judged: Verdict) =>
  judged.kind === 'allow'
    ? []
    : judged.findings.map(({ rule, message, item }) => ({
        rule,
        message,
        ...(item?.kind === 'finding' ? { what: item.what } : {}),
      }));

const itemsOf = (judged: Verdict): AdmissionItem[] =>
  judged.kind === 'allow' ? [] : judged.findings.flatMap(({ item }) => (item ? [item] : []));

const minOf = (minOut: bigint, expectedOut = minOut) => ({
  minOut,
  quotedMinOut: minOut,
  expectedOut,
});

describe('the price floor', () => {
  it('lets a fair order pass', () => {
    expect(verdict()).toMatchObject({ kind: 'allow' });
  });

  it.each<[string, PriceBound]>([
    ['a slippage', { kind: 'slippage', slippageBps: 50 }],
    ['a minimum', { kind: 'min_out', minOut: 1n }],
  ])('refuses a quote of next to nothing under %s', (_, bound) => {
    const judged = verdict({ bound, order: minOf(1n) });
    expect(judged).toMatchObject({ kind: 'requote' });
    expect(found(judged)).toMatchObject([
      { rule: 'G07', message: 'the order’s minimum is worth less than what the job sells' },
      { rule: 'G07', message: 'what the order expects is worth less than what the job sells' },
    ]);
  });

  it('has the tolerance of the tokens’ class, and the job’s slippage', () => {
    // 1,000 USD less 1 % and 0.5 %: 985.05 USD are 0.39402 ETH.
    const least = 394_020_000_000_000_000n;
    const order = (minOut: bigint) => ({ ...minOf(minOut), expectedOut: 400n * milliether });
    const wide: PriceBound = { kind: 'slippage', slippageBps: 50 };
    const atLeast = { ...order(least), expectedOut: 396n * milliether };
    expect(verdict({ bound: wide, order: atLeast }).kind).toBe('allow');
    expect(verdict({ order: { ...atLeast, minOut: least - 1n } }).kind).toBe('requote');
    // With 3 %: 965.15 USD.
    const lower = { ...minOf(387n * milliether), expectedOut: 388n * milliether };
    expect(verdict({ order: lower }).kind).toBe('requote');
    expect(verdict({ class: 'other', order: lower }).kind).toBe('allow');
    expect(verdict({ prices: { majorToleranceBps: 300 }, order: lower }).kind).toBe('allow');
  });

  it('binds what the order expects, too', () => {
    const judged = verdict({ order: { ...minOf(395n * milliether, 395n * milliether) } });
    expect(found(judged)).toMatchObject([
      { message: 'what the order expects is worth less than what the job sells' },
    ]);
  });

  it('is not judged again for a replacement of the same payment', () => {
    const order = { ...minOf(1n), signals: { ...noSignals, percentFee: '90' } };
    expect(verdict({ order }).kind).toBe('requote');
    expect(verdict({ order, request: { repeats: true } }).kind).toBe('allow');
  });
});

describe('a price holds the swap', () => {
  const held = (what: string, detail: string) => [
    { rule: 'G07', what: `${what} price of ${evmNativeToken} on ETH${detail}` },
  ];
  const broken = (name: string): PriceReading => ({ source: name, fault: 'HTTP 500' });

  it.each<[string, string, Readings]>([
    ['missing', ' from json x', [['2500'], broken('json x')]],
    ['missing', ' from source 2', [['2500'], ['2500', -61]]],
    ['stale', ' from source 2, up to 100 s old', [['2500'], ['2500', 61]]],
    ['disputed', ' by up to 5 %', [['2500'], ['2551']]],
  ])('that is %s', (what, detail, ofEth) => {
    const judged = verdict({ ofEth });
    expect(judged.kind).toBe('hold');
    expect(found(judged)).toMatchObject(held(what, detail));
  });

  it('whose only source dates it after now, but for the skew of a clock', () => {
    const judged = verdict({ ofEth: [['1', -3_600 * 24 * 365]] });
    expect(judged.kind).toBe('hold');
    expect(found(judged)).toMatchObject([
      ...held('missing', ' from source 1'),
      { rule: 'G07', message: expect.stringMatching(/^no price bounds what the order brings/) },
    ]);
    expect(verdict({ ofEth: [['2500', -60]] }).kind).toBe('allow');
  });

  it('that nobody read', () => {
    const judged = verdict({ request: { prices: { at: now, tokens: [] } } });
    expect(judged.kind).toBe('hold');
    expect(found(judged)).toMatchObject([
      { rule: 'G07', what: `missing price of ${usdc} on ETH from static` },
      ...held('missing', ' from static'),
      { rule: 'G07', message: expect.stringMatching(/^no price bounds what the order brings/) },
    ]);
    const { kind } = verdict({ request: { prices: undefined as never } });
    expect(kind).toBe('hold');
  });

  it('that is left of two, but not one of none, once a person has accepted the first fault', () => {
    const judged = (ofEth: Readings, order: Partial<Order>, admitted: readonly AdmissionItem[]) =>
      verdict({ ofEth, order, request: { prices: pricesOf(ofEth), admitted } });
    const oneLeft: Readings = [['2500'], broken('json x')];
    const admitted = itemsOf(judged(oneLeft, {}, []));
    expect(judged(oneLeft, {}, admitted).kind).toBe('allow');
    expect(judged(oneLeft, minOf(1n), admitted).kind).toBe('requote');
    const noneLeft: Readings = [broken('json y'), broken('json x')];
    expect(found(judged(noneLeft, minOf(1n), admitted))).toMatchObject([
      ...held('missing', ' from json x, json y'),
      { what: '1000 USDC for at least 0.000000000000000001 ETH, without a price floor' },
    ]);
  });

  it('and without any, a person admits no less than what they have seen', () => {
    const ofEth: Readings = [broken('json x')];
    const judged = (order: Partial<Order>, admitted: readonly AdmissionItem[]) =>
      verdict({ ofEth, order, request: { prices: pricesOf(ofEth), admitted } });
    const held = judged({}, []);
    const admitted = itemsOf(held);
    expect(found(held).at(-1)?.what).toBe('1000 USDC for at least 0.38 ETH, without a price floor');
    expect(judged(minOf(380n * milliether), admitted).kind).toBe('allow');
    expect(judged(minOf(379n * milliether), admitted).kind).toBe('hold');
    expect(judged(minOf(1n), admitted).kind).toBe('hold');
  });

  it('disputed and accepted leaves the one that demands more', () => {
    const judged = (ofEth: Readings, order: Partial<Order>, admitted: readonly AdmissionItem[]) =>
      verdict({ ofEth, order, request: { prices: pricesOf(ofEth), admitted } });
    const four: Readings = [['2500'], ['2600']];
    const admitted = itemsOf(judged(four, {}, []));
    expect(judged(four, {}, admitted).kind).toBe('allow');
    // A source that says a million times as much does not make crumbs worth anything.
    const absurd: Readings = [['2500'], ['2500000000']];
    const crumbs = minOf(10n ** 12n);
    expect(judged(absurd, crumbs, admitted).kind).toBe('requote');
    expect(judged(absurd, crumbs, itemsOf(judged(absurd, {}, admitted))).kind).toBe('requote');
    expect(judged(absurd, {}, admitted).kind).toBe('hold');
    // What is sold counts at the higher price.
    const ofUsdc = (usd: string): Readings => [['1'], [usd]];
    const tokens = [
      { ...eth, class: 'major', sources: [source] },
      { ...usdcOnEth, class: 'major', sources: [source, source] },
    ];
    const request = { prices: pricesOf([['2500']], ofUsdc('1.03')) };
    expect(verdict({ prices: { tokens }, request }).kind).toBe('requote');
  });

  it('not if two sources differ by less, and are young enough', () => {
    expect(verdict({ ofEth: [['2500'], ['2549', 60]] }).kind).toBe('allow');
  });

  it('that has one source under the strict profile', () => {
    expect(found(verdict({ profile: 'strict' })).map(({ what }) => what)).toContain(
      `single price of ${evmNativeToken} on ETH`,
    );
  });

  it.each(['standard', 'strict'] as const)('that the %s policy does not know', (profile) => {
    const prices = { tokens: [{ ...usdcOnEth, sources: [source] }] };
    const judged = verdict({ profile, prices });
    expect(found(judged).filter(({ what }) => what?.startsWith('unknown'))).toMatchObject(
      held('unknown', ''),
    );
    const exempt = { ...prices, unpriced: [eth] };
    expect(verdict({ prices: exempt }).kind).toBe('allow');
  });

  it('until a person accepts it, and then the floor holds with the prices that are left', () => {
    const ofEth: Readings = [['2500'], ['2500', 61]];
    const item = {
      kind: 'finding',
      rule: 'G07',
      what: `stale price of ${evmNativeToken} on ETH from source 2, up to 100 s old`,
    } as const;
    const request = { prices: pricesOf(ofEth), admitted: [item] };
    expect(verdict({ ofEth, request }).kind).toBe('allow');
    expect(verdict({ ofEth, request, order: minOf(1n) }).kind).toBe('requote');
  });
});

describe('an order without a quote, under a slippage bound', () => {
  const unquoted = { id: 'o-1' as OrderId, quoteId: 'o-1' };

  it('is bounded by the floor alone', () => {
    expect(verdict({ order: unquoted }).kind).toBe('allow');
    const low = { minOut: 378n * milliether, quotedMinOut: 378n * milliether };
    const expectedOut = 379n * milliether;
    expect(verdict({ order: { ...unquoted, ...low, expectedOut } }).kind).toBe('requote');
  });

  it('gives way to a quoted one where a token has no price', () => {
    const prices = { tokens: [{ ...eth, sources: [source] }], unpriced: [usdcOnEth] };
    expect(verdict({ prices, order: unquoted })).toMatchObject({
      kind: 'requote',
      findings: [{ rule: 'G07' }],
    });
    expect(verdict({ prices }).kind).toBe('allow');
    const bound: PriceBound = { kind: 'min_out', minOut: 398n * milliether };
    expect(verdict({ prices, order: unquoted, bound }).kind).toBe('allow');
  });

  it('is asked for only if the policy has prices for both tokens', () => {
    const { from, to } = aSwapRequest().job;
    const priced = (...tokens: object[]) =>
      createGuard({
        policy: policyFrom({
          ...testPolicyFile,
          prices: { tokens: tokens.map((one) => ({ ...one, sources: [source] })) },
        }),
      }).hasPriceFloor({ from, to });
    expect([priced(eth, usdcOnEth), priced(eth), priced(usdcOnEth), priced()]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});

describe('the slippage of a job', () => {
  it('is at most what the policy allows: it lowers the floor', () => {
    const order = { ...minOf(200n * milliether), expectedOut: 400n * milliether };
    const half: PriceBound = { kind: 'slippage', slippageBps: 5_000 };
    const judged = verdict({ bound: half, order });
    expect(judged.kind).toBe('hold');
    expect(found(judged)).toMatchObject([{ rule: 'G07', what: 'a slippage of 50 %' }]);
    const request = { prices: pricesOf([['2500']]), admitted: itemsOf(judged) };
    expect(verdict({ bound: half, order, request }).kind).toBe('allow');
    const limits = (slippageBps: number) => ({ bound: half, order, limits: { slippageBps } });
    expect(verdict(limits(5_000)).kind).toBe('allow');
    expect(verdict(limits(4_999)).kind).toBe('hold');
    expect(verdict({ bound: { kind: 'slippage', slippageBps: 300 } }).kind).toBe('allow');
    expect(verdict({ bound: { kind: 'slippage', slippageBps: 301 } }).kind).toBe('hold');
  });
});

describe('fees', () => {
  it('in coins are part of what the job costs: an order that is fair without them is held', () => {
    // 1,000 USD for 995 USD, where 985.05 USD are the least.
    const fee = (ofFee: string, admitted: readonly AdmissionItem[] = []) =>
      verdict({
        order: { declaredFee: (parseDecimal(ofFee, 18) ?? 0n) / 2_500n },
        request: { prices: pricesOf([['2500']]), admitted },
      });
    expect(fee('4.9').kind).toBe('allow');
    const judged = fee('24');
    expect(judged.kind).toBe('hold');
    expect(found(judged)).toMatchObject([
      { rule: 'G07', what: 'a fixed fee of up to 2.4 % of what the job sells' },
    ]);
    const admitted = itemsOf(judged);
    expect(fee('23.1', admitted).kind).toBe('allow');
    expect(fee('24.1', admitted).kind).toBe('hold');
  });

  it.each([
    ['24', '1', 'hold'],
    ['1', '1', 'allow'],
    ['1.01', '1', 'hold'],
    ['0.01', '0', 'hold'],
  ])('of %s dollars, where %s may be small, for a job of one dollar: %s', (fee, most, kind) => {
    const policy = policyFrom({
      ...testPolicyFile,
      prices: {
        tokens: [
          { ...eth, class: 'major', sources: [source] },
          { ...usdcOnEth, class: 'major', sources: [source] },
        ],
        feeToleranceUsd: most,
      },
    });
    const declaredFee = (parseDecimal(fee, 18) ?? 0n) / 2_500n;
    const { job, chain, intent } = aSwapRequest({
      job: { amount: 1_000_000n, bound: { kind: 'min_out', minOut: 1n } },
      order: { ...minOf(393n * 10n ** 12n, 397n * 10n ** 12n), declaredFee },
    });
    if (intent.kind !== 'swap') throw new Error('no swap');
    const prices = pricesOf([['2500']]);
    const judged = createGuard({ policy }).judgeOrder({ order: intent.order, job, chain, prices });
    expect(judged.kind).toBe(kind);
    if (fee === '24')
      expect(found(judged)).toMatchObject([
        { rule: 'G07', what: 'a fixed fee of up to 2400 % of what the job sells' },
      ]);
  });

  it('holds a high percent fee until a person admits as much for its provider', () => {
    const fee = (
      percentFee: string,
      admitted: readonly AdmissionItem[] = [],
      provider = 'across',
    ) =>
      verdict({
        order: { provider, signals: { ...noSignals, percentFee } },
        request: { prices: pricesOf([['2500']]), admitted },
      });
    const judged = fee('1.23');
    expect(found(judged)).toMatchObject([
      { rule: 'G07', what: 'a percent fee of up to 1.3 % by across' },
    ]);
    const admitted = itemsOf(judged);
    expect(fee('1.21', admitted).kind).toBe('allow');
    expect(fee('1.3', admitted).kind).toBe('allow');
    expect(fee('1.31', admitted).kind).toBe('hold');
    expect(found(fee('1.23', admitted, 'mayan'))).toContainEqual(
      expect.objectContaining({ what: 'a percent fee of up to 1.3 % by mayan' }),
    );
  });

  it.each([
    ['within the limit', '1', 'allow'],
    ['above it', '12', 'hold'],
    ['a little above it', '1.0000001', 'hold'],
    ['that cannot be read', 'much', 'hold'],
    ['below zero', '-1', 'hold'],
  ])('in percent %s', (_, percentFee, kind) => {
    const judged = verdict({ order: { signals: { ...noSignals, percentFee } } });
    expect(judged.kind).toBe(kind);
    if (kind === 'hold') expect(found(judged)).toMatchObject([{ rule: 'G07' }]);
  });

  it('in the chain’s coin are worth less than the policy’s bound in dollars', () => {
    const fee = (declaredFee: bigint, fixedFeeUsd: string) =>
      verdict({ class: 'other', order: { declaredFee }, limits: { fixedFeeUsd } });
    // 10 USD are 0.004 ETH.
    expect(fee(4n * milliether, '10').kind).toBe('allow');
    const judged = fee(4n * milliether + 1n, '10');
    expect(judged.kind).toBe('hold');
    expect(found(judged)).toMatchObject([{ rule: 'G07' }]);
    expect(fee(4n * milliether + 1n, '10.01').kind).toBe('allow');
  });

  it('are within the chain’s bound in base units, if it has one', () => {
    const fee = (declaredFee: bigint, fixedFee: string) => ({
      order: { declaredFee },
      chain: { fixedFee },
    });
    expect(verdict(fee(7n, '7')).kind).toBe('allow');
    expect(verdict(fee(8n, '7')).kind).toBe('hold');
  });

  it('of a coin without a price have to have a bound', () => {
    const prices = { tokens: [], unpriced: [eth, usdcOnEth] };
    expect(verdict({ prices, order: { declaredFee: 1n } }).kind).toBe('hold');
    const bounded = { prices, order: { declaredFee: 1n }, chain: { fixedFee: '1' } };
    expect(verdict(bounded).kind).toBe('allow');
  });
});

describe('a quote', () => {
  it('is judged by the same rules before there are bytes', () => {
    const policy = policyFrom({
      ...testPolicyFile,
      prices: {
        tokens: [
          { ...eth, sources: [source] },
          { ...usdcOnEth, sources: [source] },
        ],
      },
    });
    const guard = createGuard({ policy });
    const { job, chain, intent } = aSwapRequest({
      job: { bound: { kind: 'slippage', slippageBps: 50 } },
    });
    if (intent.kind !== 'swap') throw new Error('no swap');
    const { transaction: _, echo: __, ...quote } = intent.order;
    const judged = (order: Order) =>
      guard.judgeOrder({ order, job, chain, prices: pricesOf([['2500']]) });
    expect(judged({ ...quote, ...minOf(398n * milliether, 400n * milliether) })).toEqual({
      kind: 'allow',
      rules: ['G07', 'G08', 'G14', 'G15'],
      policy: policy.hash,
    });
    expect(judged({ ...quote, ...minOf(1n) })).toMatchObject({ kind: 'requote' });
  });
});
