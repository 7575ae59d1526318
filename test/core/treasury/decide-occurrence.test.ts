import { describe, expect, it } from 'vitest';
import type { Cap } from '../../../src/core/caps/cap.ts';
import { decideOccurrence } from '../../../src/core/treasury/decide-occurrence.ts';
import type { OccurrenceDecision } from '../../../src/core/treasury/decision.ts';
import { dueOf } from '../../../src/core/treasury/due.ts';
import { endOfOccurrence, occurrenceKey } from '../../../src/core/treasury/occurrence.ts';
import type { TreasuryRule } from '../../../src/core/treasury/rule.ts';
import type { AssetStanding, Standing } from '../../../src/core/treasury/standing.ts';

const now = Date.parse('2026-11-30T08:00:00Z');
const usd = 10n ** 18n;

const common = {
  id: 'r',
  wallet: 'main',
  schedule: { cron: '0 9 * * 1', timeZone: 'Europe/Zurich' },
  overlap: 'skip',
  catchUp: 'none',
  pauseAfterFailures: 3,
  budgets: [],
} as const;
const usdc = { chain: 'ETH', token: '0xusdc' };
const ether = { chain: 'ETH', token: 'native' };

function holding(
  asset: { chain: string; token: string },
  facts: Partial<AssetStanding> = {},
): AssetStanding {
  const isCoin = asset.token === 'native';
  return {
    ...asset,
    account: 'own',
    symbol: isCoin ? 'ETH' : 'USDC',
    decimals: isCoin ? 18 : 6,
    settled: 0n,
    inFlight: 0n,
    usdE18: isCoin ? 2_000n * usd : usd,
    ...facts,
  };
}

const inUsdc = (amount: bigint, facts: Partial<AssetStanding> = {}) =>
  holding(usdc, { settled: amount * 10n ** 6n, ...facts });
/** In thousandths of the coin. */
const inEther = (milli: bigint, facts: Partial<AssetStanding> = {}) =>
  holding(ether, { settled: milli * 10n ** 15n, ...facts });

const decide = (rule: TreasuryRule, assets: AssetStanding[], standing: Partial<Standing> = {}) =>
  brief(decideOccurrence(rule, { assets, ...standing }, now));

/** What a decision comes down to: the reason's code, or each job's amount and bound. */
function brief(decision: OccurrenceDecision): string {
  if (decision.kind === 'skip') return decision.reason.code;
  return decision.jobs
    .map(({ from, to, amount, minOut }) => {
      const name = ({ token }: { token: string }) => (token === 'native' ? 'ETH' : 'USDC');
      return `${amount} ${name(from)}>${name(to)}${minOut === undefined ? '' : ` min ${minOut}`}`;
    })
    .join(', ');
}

const dca: TreasuryRule = {
  ...common,
  kind: 'recurring',
  from: usdc,
  to: ether,
  size: { kind: 'amount', amount: '100' },
  bound: { slippageBps: 50 },
  receiver: 'there',
};
const byValue: TreasuryRule = {
  ...dca,
  from: ether,
  to: usdc,
  size: { kind: 'usd', usd: '50' },
};

describe('every rule', () => {
  it.each<[string, Partial<Standing>]>([
    ['PAUSED', { paused: { by: 'API key k', reason: 'holidays' } }],
    ['OVERLAP', { open: '2026-11-23T08:00:00.000Z' }],
    ['STOPPED', { stopped: 'all is stopped: audit' }],
  ])('does nothing with %s', (code, standing) => {
    expect(decide(dca, [inUsdc(1_000n)], standing)).toBe(code);
  });
});

describe('a recurring rule', () => {
  it.each<[string, TreasuryRule, AssetStanding, string]>([
    ['a fixed amount', dca, inUsdc(1_000n), '100 USDC>ETH'],
    ['exactly what is there', dca, inUsdc(100n), '100 USDC>ETH'],
    ['with too little', dca, inUsdc(99n), 'BALANCE'],
    ['what is in flight is not there', dca, inUsdc(99n, { inFlight: 10n ** 9n }), 'BALANCE'],
    ['an amount needs no price', dca, withoutPrice(inUsdc(1_000n)), '100 USDC>ETH'],
    ['a value in USD', byValue, inEther(1_000n), '0.025 ETH>USDC'],
    ['a value without a price', byValue, withoutPrice(inEther(1_000n)), 'NO_PRICE'],
  ])('%s', (_, rule, asset, expected) => {
    expect(decide(rule, [asset])).toBe(expected);
  });
});

function withoutPrice({ usdE18: _, ...asset }: AssetStanding): AssetStanding {
  return { ...asset, priceFault: 'its source is silent' };
}

describe('a sweep', () => {
  const sweep: TreasuryRule = {
    ...common,
    kind: 'sweep',
    from: usdc,
    to: ether,
    reserve: '250',
    minimum: '10',
    bound: { slippageBps: 50 },
    receiver: 'there',
  };
  it.each<[bigint, string]>([
    [1_000n, '750 USDC>ETH'],
    [260n, '10 USDC>ETH'],
    [259n, 'BELOW_MINIMUM'],
    [250n, 'NOT_NEEDED'],
    [0n, 'NOT_NEEDED'],
  ])('of %s with a reserve of 250 and a minimum of 10', (balance, expected) => {
    expect(decide(sweep, [inUsdc(balance)])).toBe(expected);
  });
});

describe('a top-up', () => {
  const topUp: TreasuryRule = {
    ...common,
    kind: 'top-up',
    from: usdc,
    chain: 'ETH',
    receiver: 'tank',
    below: '0.05',
    upTo: '0.1',
    highestPriceUsd: '3000',
    bound: { slippageBps: 50 },
  };
  const at = (price: bigint) => ({ usdE18: price * usd });
  it.each<[string, AssetStanding, AssetStanding, string]>([
    ['below the mark', inUsdc(1_000n), inEther(40n), '120 USDC>ETH'],
    ['at the mark', inUsdc(1_000n), inEther(50n), 'NOT_NEEDED'],
    ['in flight', inUsdc(1_000n), inEther(10n, { inFlight: 9n * 10n ** 16n }), 'NOT_NEEDED'],
    [
      'while more may come',
      inUsdc(1_000n),
      inEther(10n, { arrivalFault: 'one comes' }),
      'NO_PRICE',
    ],
    ['at the highest price', inUsdc(1_000n), inEther(0n, at(3_000n)), '300 USDC>ETH'],
    ['above it', inUsdc(1_000n), inEther(0n, at(3_001n)), 'PRICE'],
    ['without a price', inUsdc(1_000n), withoutPrice(inEther(0n)), 'NO_PRICE'],
    ['with too little', inUsdc(199n), inEther(0n), 'BALANCE'],
  ])('%s', (_, source, coin, expected) => {
    expect(decide(topUp, [source, coin])).toBe(expected);
  });
});

describe('a payroll', () => {
  const payroll: TreasuryRule = {
    ...common,
    kind: 'payroll',
    from: usdc,
    to: ether,
    payments: [
      { receiver: 'a', amount: '60' },
      { receiver: 'b', amount: '40.5' },
    ],
    bound: { slippageBps: 50 },
  };
  it.each<[bigint, string]>([
    [101n, '60 USDC>ETH, 40.5 USDC>ETH'],
    [100n, 'BALANCE'],
  ])('pays all lines or none with %s', (balance, expected) => {
    expect(decide(payroll, [inUsdc(balance)])).toBe(expected);
  });

  it('pays each line to its receiver', () => {
    const decision = decideOccurrence(payroll, { assets: [inUsdc(1_000n)] }, now);
    expect(decision.kind === 'act' && decision.jobs.map(({ receiver }) => receiver)).toEqual([
      'a',
      'b',
    ]);
  });
});

describe('a target', () => {
  const half: TreasuryRule = {
    ...common,
    kind: 'target',
    assets: [
      { ...usdc, kind: 'share', shareBps: 5_000 },
      { ...ether, kind: 'share', shareBps: 5_000 },
    ],
    bandBps: 500,
    tradeTo: 'centre',
    minimumTradeUsd: '10',
    maximumCostBps: 100,
    cooldown: 3_600_000,
  };
  const toEdge: TreasuryRule = { ...half, tradeTo: 'edge' };
  const fixed: TreasuryRule = {
    ...half,
    assets: [
      { ...usdc, kind: 'share', shareBps: 10_000 },
      { ...ether, kind: 'amount', amount: '0.5' },
    ],
  };
  it.each<[string, TreasuryRule, AssetStanding[], string]>([
    ['at the centre', half, [inUsdc(1_000n), inEther(500n)], 'IN_BAND'],
    ['at the edge', half, [inUsdc(1_100n), inEther(450n)], 'IN_BAND'],
    ['above it, to the centre', half, [inUsdc(1_400n), inEther(300n)], '400 USDC>ETH min 0.198'],
    ['above it, to the edge', toEdge, [inUsdc(1_400n), inEther(300n)], '300 USDC>ETH min 0.1485'],
    ['below it', half, [inUsdc(600n), inEther(700n)], '0.2 ETH>USDC min 396'],
    ['in flight', half, [inUsdc(1_000n), inEther(0n, { inFlight: 5n * 10n ** 17n })], 'IN_BAND'],
    ['while more may come', half, [inUsdc(1_400n), inEther(0n, { arrivalFault: 'x' })], 'NO_PRICE'],
    ['an amount that is short', fixed, [inUsdc(3_000n), inEther(400n)], '200 USDC>ETH min 0.099'],
    ['an amount in its band', fixed, [inUsdc(3_000n), inEther(490n)], 'IN_BAND'],
    ['tiny', half, [inUsdc(4n), inEther(1n)], 'BELOW_MINIMUM'],
    ['without a price', half, [inUsdc(1_400n), withoutPrice(inEther(300n))], 'NO_PRICE'],
  ])('%s', (_, rule, assets, expected) => {
    expect(decide(rule, assets)).toBe(expected);
  });

  it('sells only what is there', () => {
    const sold = inEther(100n, { inFlight: 10n ** 18n });
    expect(decide(half, [inUsdc(0n), sold])).toBe('0.1 ETH>USDC min 198');
  });

  it('waits after a trade', () => {
    const assets = [inUsdc(1_400n), inEther(300n)];
    expect(decide(half, assets, { lastActedAt: now - 3_599_999 })).toBe('COOLDOWN');
    expect(decide(half, assets, { lastActedAt: now - 3_600_000 })).toMatch(/^400/);
  });

  it('takes from assets inside their bands what one outside needs', () => {
    const three: TreasuryRule = {
      ...half,
      assets: [
        { ...usdc, kind: 'share', shareBps: 4_000 },
        { ...ether, kind: 'share', shareBps: 3_000 },
        { chain: 'BSC', token: 'native', kind: 'share', shareBps: 3_000 },
      ],
    };
    const coin = (milli: bigint) =>
      holding({ chain: 'BSC', token: 'native' }, { settled: milli * 10n ** 15n });
    // Of 1,000 USD: 480, 280 and 240 in the place of 400, 300 and 300.
    const trades = decideOccurrence(
      three,
      { assets: [inUsdc(480n), inEther(140n), coin(120n)] },
      now,
    );
    expect(
      trades.kind === 'act' && trades.jobs.map(({ to, amount }) => [to.chain, amount]),
    ).toEqual([
      ['BSC', '60'],
      ['ETH', '20'],
    ]);
  });
});

describe('a budget', () => {
  const inUsd = (amount: bigint, change: Partial<Cap> = {}): Cap => ({
    ...{ name: 'daily', window: 'day', bound: { unit: 'usd', usdE18: amount * usd } },
    ...change,
  });
  const inTokens = inUsd(0n, { ...usdc, bound: { unit: 'amount', amount: '250' } });
  const ofCount = inUsd(0n, { bound: { unit: 'count', count: 2 } });
  it.each<[string, Cap, bigint, string]>([
    ['with room for exactly that', inUsd(250n), 150n * usd, '100 USDC>ETH'],
    ['with a cent less', inUsd(250n), 150n * usd + usd / 100n, 'BUDGET'],
    ['that is less than one purchase', inUsd(99n), 0n, 'BUDGET'],
    ['in tokens, with room', inTokens, 150_000_000n, '100 USDC>ETH'],
    ['in tokens, without', inTokens, 150_000_001n, 'BUDGET'],
    ['of another token', { ...inTokens, ...ether }, 10n ** 30n, '100 USDC>ETH'],
    ['of payments, with room', ofCount, 1n, '100 USDC>ETH'],
    ['of payments, without', ofCount, 2n, 'BUDGET'],
  ])('%s', (_, budget, used, expected) => {
    expect(decide(dca, [inUsdc(1_000n)], { budgets: [{ budget, used }] })).toBe(expected);
  });

  it('says what is left of it', () => {
    const standing = {
      assets: [inUsdc(1_000n)],
      budgets: [{ budget: inUsd(250n), used: 200n * usd }],
    };
    expect(decideOccurrence(dca, standing, now)).toMatchObject({
      reason: {
        message: 'the budget daily has 50 USD of 250 USD left, and the rule would take 100 USD',
      },
    });
  });

  it('in US dollars needs a price', () => {
    const budgets = [{ budget: inUsd(250n), used: 0n }];
    expect(decide(dca, [withoutPrice(inUsdc(1_000n))], { budgets })).toBe('NO_PRICE');
  });

  it('leaves out what does not fit as a whole', () => {
    const { size: _, receiver: __, ...rest } = dca as Extract<TreasuryRule, { kind: 'recurring' }>;
    const payments = [
      { receiver: 'a', amount: '60' },
      { receiver: 'b', amount: '40' },
    ];
    const payroll: TreasuryRule = {
      ...rest,
      ...{ kind: 'payroll', payments, bound: { slippageBps: 50 } },
    };
    const withUsed = (used: bigint) =>
      decide(payroll, [inUsdc(1_000n)], { budgets: [{ budget: inUsd(100n), used }] });
    expect(withUsed(0n)).toBe('60 USDC>ETH, 40 USDC>ETH');
    expect(withUsed(1n)).toBe('BUDGET');
  });
});

it('does only the newest instant after an outage, and that only if it is in time', () => {
  expect(dueOf([], 100, 10)).toEqual({});
  expect(dueOf([95], 100, 10)).toEqual({ now: 95 });
  expect(dueOf([70, 80, 95], 100, 10)).toEqual({
    now: 95,
    missed: { first: 70, last: 80, count: 2 },
  });
  expect(dueOf([70, 80], 100, 10)).toEqual({ missed: { first: 70, last: 80, count: 2 } });
});

it('names the jobs of an instant by rule, instant and number', () => {
  expect(occurrenceKey('weekly', now, 2)).toBe('treasury:weekly:2026-11-30T08:00:00.000Z:2');
});

it('ends an occurrence with its last swap, and fails it only if none was paid', () => {
  const paid = { hasEnded: true, isPaid: true };
  const unpaid = { hasEnded: true, isPaid: false, reason: 'NO_ROUTE: none' };
  expect(endOfOccurrence([paid, { hasEnded: false, isPaid: false }])).toBeUndefined();
  expect(endOfOccurrence([paid, unpaid])).toEqual({ state: 'done' });
  expect(endOfOccurrence([unpaid, unpaid])).toEqual({
    state: 'failed',
    message: 'no swap was paid: NO_ROUTE: none',
  });
});
