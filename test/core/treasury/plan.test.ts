import { describe, expect, it } from 'vitest';
import type { Cap } from '../../../src/core/caps/cap.ts';
import type { CapUsage } from '../../../src/core/caps/cap-standing.ts';
import {
  type Holding,
  holdingName,
  type Landing,
  type PlanRule,
} from '../../../src/core/treasury/plan.ts';
import { planBudgets } from '../../../src/core/treasury/plan-budgets.ts';
import { planOccurrences } from '../../../src/core/treasury/plan-occurrences.ts';
import type { TreasuryRule } from '../../../src/core/treasury/rule.ts';

const now = Date.parse('2026-11-30T08:00:00Z');
const hour = 3_600_000;
const day = 24 * hour;
const usd = 10n ** 18n;

const usdc = { chain: 'ETH', token: '0xusdc', symbol: 'USDC', decimals: 6, usdE18: usd };
const ether = { chain: 'ETH', token: '0xcoin', symbol: 'ETH', decimals: 18, usdE18: 2_000n * usd };

const holding = (token: typeof usdc, settled: bigint, inFlight = 0n): Holding => ({
  ...token,
  ...{ account: 'own', wallet: 'main', settled, inFlight },
});
const inUsdc = (whole: bigint, flying = 0n) => holding(usdc, whole * 10n ** 6n, flying * 10n ** 6n);
/** In thousandths of the coin. */
const inEther = (milli: bigint, flying = 0n) =>
  holding(ether, milli * 10n ** 15n, flying * 10n ** 15n);

const common = {
  id: 'dca',
  wallet: 'main',
  schedule: { cron: '0 9 * * *', timeZone: 'UTC' },
  overlap: 'skip',
  catchUp: 'none',
  pauseAfterFailures: 3,
  budgets: [],
} as const;
const dca: TreasuryRule = {
  ...common,
  kind: 'recurring',
  from: { chain: 'ETH', token: 'USDC' },
  to: { chain: 'ETH', token: 'native' },
  size: { kind: 'amount', amount: '100' },
  bound: { slippageBps: 50 },
  receiver: 'me',
};
const landing = (rest: Partial<Landing> = {}): Landing => ({
  ...{ to: { chain: 'ETH', token: 'native' }, receiver: 'me', token: ether, account: 'own' },
  ...rest,
});

const planned = (rule: TreasuryRule, rest: Partial<PlanRule> = {}): PlanRule => ({
  ...{ rule, version: 1, facts: {}, instants: [], landings: [landing()] },
  ...{ budgets: [], blackouts: new Map() },
  reads: [holdingName(inUsdc(0n))],
  ...rest,
});
const plan = (rules: PlanRule[], holdings: Holding[]) => planOccurrences({ now, rules, holdings });

/** What the occurrences come down to, with hours from now. */
const brief = ({ occurrences }: ReturnType<typeof plan>): string[] =>
  occurrences.map(({ ruleId, instant, decision }) => {
    const what =
      decision.kind === 'act'
        ? decision.trades.map(({ job }) => job.amount).join('+')
        : decision.reason.code;
    return `${ruleId} ${(instant - now) / hour}: ${what}`;
  });
const balancesOf = ({ balances }: ReturnType<typeof plan>) =>
  balances.map(({ holding: { symbol }, before, after: left }) => `${symbol} ${before} ${left}`);

describe('a plan of the treasury', () => {
  it('acts while there is money, and says when there is none left', () => {
    const instants = [1, 25, 49].map((at) => now + at * hour);
    const found = plan([planned(dca, { instants })], [inUsdc(250n), inEther(0n)]);
    expect(brief(found)).toEqual(['dca 1: 100', 'dca 25: 100', 'dca 49: BALANCE']);
    // 200 dollars of a coin that costs 2000.
    expect(balancesOf(found)).toEqual(['USDC 250000000 50000000', `ETH 0 ${10n ** 17n}`]);
  });

  it('lets what a rule buys be sold by another one, but only at a later instant', () => {
    const sweep: TreasuryRule = {
      ...{ ...common, id: 'sweep', kind: 'sweep', reserve: '0', minimum: '0' },
      ...{ from: dca.to, to: dca.from, bound: { slippageBps: 50 }, receiver: 'cold' },
    };
    const cold = landing({ to: dca.from, receiver: 'cold', token: usdc, account: '0xcold' });
    const sweeper = planned(sweep, {
      reads: [holdingName(inEther(0n))],
      landings: [cold],
      instants: [now + hour, now + 2 * hour],
    });
    const found = plan(
      [sweeper, planned(dca, { instants: [now + hour] })],
      [inUsdc(100n), inEther(0n)],
    );
    expect(brief(found)).toEqual(['dca 1: 100', 'sweep 1: NOT_NEEDED', 'sweep 2: 0.05']);
    expect(balancesOf(found)).toEqual(['USDC 100000000 0', 'ETH 0 0']);
  });

  it('counts what is in flight as there at the first instant that comes', () => {
    const due = planned(dca, { due: now, instants: [now + hour] });
    const found = plan([due], [inUsdc(0n, 100n)]);
    expect(brief(found)).toEqual(['dca 0: BALANCE', 'dca 1: 100']);
  });

  it('skips an open occurrence only now, and a pause, a stop and a missing seal at each instant', () => {
    const instants = [now + hour];
    const open = planned(dca, { due: now, instants, open: '2026-11-29T09:00:00.000Z' });
    expect(brief(plan([open], [inUsdc(500n)]))).toEqual(['dca 0: OVERLAP', 'dca 1: 100']);
    const paused = { paused: { by: 'ann', reason: 'holidays' } };
    for (const [rest, code] of [
      [{ facts: paused }, 'PAUSED'],
      [{ facts: { stopped: 'signing is stopped' } }, 'STOPPED'],
      [{ refusal: { code: 'UNSEALED', message: 'forged' } }, 'UNSEALED'],
      [{ fault: { code: 'CHAIN_UNAVAILABLE', message: 'down' } }, 'CHAIN_UNAVAILABLE'],
    ] as const) {
      const found = plan([planned(dca, { due: now, instants, ...rest })], [inUsdc(500n)]);
      expect(brief(found)).toEqual([`dca 0: ${code}`, `dca 1: ${code}`]);
      expect(balancesOf(found)).toEqual(['USDC 500000000 500000000']);
    }
  });

  it('keeps the budgets of the rule as they roll, and its blackouts', () => {
    const budget: Cap = { name: 'own', window: 'day', bound: { unit: 'usd', usdE18: 250n * usd } };
    const instants = [1, 13, 24, 26].map((at) => now + at * hour);
    const own = planned(dca, {
      instants,
      budgets: [{ budget, used: 120n * usd }],
      blackouts: new Map([[now + 26 * hour, 'the blackout nights']]),
    });
    expect(brief(plan([own], [inUsdc(900n)]))).toEqual([
      'dca 1: 100',
      'dca 13: BUDGET',
      // What was used at the beginning does not count any more.
      'dca 24: 100',
      'dca 26: STOPPED',
    ]);
  });

  it('keeps the cooldown of a target after a planned trade', () => {
    const target: TreasuryRule = {
      ...{ ...common, id: 'half', kind: 'target', bandBps: 500, tradeTo: 'centre' },
      ...{ minimumTradeUsd: '1', maximumCostBps: 100, cooldown: day },
      assets: [
        { chain: 'ETH', token: 'USDC', kind: 'share', shareBps: 5_000 },
        { chain: 'ETH', token: 'native', kind: 'share', shareBps: 5_000 },
      ],
    };
    const both = [inUsdc(1_000n), inEther(0n)];
    const found = plan(
      [
        planned(target, {
          reads: both.map(holdingName),
          landings: [usdc, ether].map((token) =>
            landing({ to: { chain: 'ETH', token: token.token }, receiver: 'own', token }),
          ),
          instants: [1, 2, 26].map((at) => now + at * hour),
        }),
      ],
      both,
    );
    expect(brief(found)).toEqual(['half 1: 500', 'half 2: COOLDOWN', 'half 26: IN_BAND']);
    expect(balancesOf(found)).toEqual(['USDC 1000000000 500000000', `ETH 0 ${25n * 10n ** 16n}`]);
  });

  it('waits for what is not quoted yet at the first instant only', () => {
    const topUp: TreasuryRule = {
      ...{ ...common, id: 'gas', kind: 'top-up', from: dca.from, chain: 'ETH', receiver: 'me' },
      ...{ below: '0.05', upTo: '0.1', highestPriceUsd: '3000', bound: { slippageBps: 50 } },
    };
    const gas = planned(topUp, {
      ...{ due: now, instants: [now + hour] },
      reads: [holdingName(inUsdc(0n)), holdingName(inEther(0n))],
    });
    const coming = { ...inEther(0n), arrivalFault: 'a swap is not quoted yet' };
    expect(brief(plan([gas], [inUsdc(500n), coming]))).toEqual(['gas 0: NO_PRICE', 'gas 1: 200']);
  });

  it('does nothing without a price that the rule reckons with, and shows an unpriced trade', () => {
    const { usdE18: _, ...unpriced } = inUsdc(500n);
    const byValue = { ...dca, size: { kind: 'usd', usd: '100' } } as const;
    const instants = [now + hour];
    expect(brief(plan([planned(byValue, { instants })], [unpriced]))).toEqual(['dca 1: NO_PRICE']);
    const { occurrences } = plan([planned(dca, { instants })], [unpriced]);
    const [first] = occurrences;
    expect(first?.decision).toMatchObject({ kind: 'act', trades: [{ amount: 100_000_000n }] });
    expect(first?.decision).not.toHaveProperty('trades.0.usdE18');
    expect(first?.decision).not.toHaveProperty('trades.0.expectedOut');
  });

  it('leaves out what is too much, says after when, and cuts no instant in two', () => {
    const instants = Array.from({ length: 600 }, (_, index) => now + (index + 1) * 60_000);
    const rules = ['a', 'b', 'c'].map((id) => planned({ ...dca, id }, { instants }));
    const { occurrences, leftOutAfter } = plan(rules, [inUsdc(0n)]);
    expect(occurrences).toHaveLength(501);
    expect(leftOutAfter).toBe(now + 167 * 60_000);
    expect(occurrences.at(-1)?.instant).toBe(leftOutAfter);
  });
});

describe('the budgets of a plan', () => {
  const instants = [1, 13, 25, 37].map((at) => now + at * hour);
  const { occurrences } = plan([planned(dca, { instants })], [inUsdc(1_000n)]);
  const cap = (rest: Partial<Cap>): Cap => ({
    ...{ name: 'cap', window: 'day', bound: { unit: 'usd', usdE18: 250n * usd } },
    ...rest,
  });
  const usage = (rest: Partial<CapUsage> = {}): CapUsage => ({
    ...{ window: 'day', wallet: 'main', chain: 'ETH', token: '0xusdc', provider: 'lifi' },
    ...{ receiver: 'own', rule: 'dca', decimals: 6, count: 1 },
    ...{ amount: 120_000_000n, usdE18: 120n * usd },
    ...rest,
  });
  const budget = (one: Cap, usages: CapUsage[] = []) =>
    planBudgets(occurrences, [one], usages, now)[0];

  it('roll: the most that counts at one time, with what is used now while it counts', () => {
    // 1, 13 and 25 hours from now: no three of them are within 24 hours.
    expect(budget(cap({}))).toMatchObject({ used: 0n, after: 200n * usd });
    expect(budget(cap({}))).not.toHaveProperty('exceededAt');
    expect(budget(cap({}), [usage()])).toMatchObject({
      ...{ used: 120n * usd, after: 320n * usd, exceededAt: now + 13 * hour },
    });
    expect(budget(cap({ window: 'hour' }), [usage({ window: 'hour' })])).toMatchObject({
      after: 120n * usd,
    });
    expect(budget(cap({ window: 'week' }))).toMatchObject({
      ...{ after: 400n * usd, exceededAt: now + 25 * hour },
    });
  });

  it('are in dollars, tokens or payments', () => {
    expect(budget(cap({ window: 'week', bound: { unit: 'count', count: 3 } }))).toMatchObject({
      ...{ limit: 3n, after: 4n, decimals: 0, exceededAt: now + 37 * hour },
    });
    expect(
      budget(cap({ window: 'transaction', bound: { unit: 'amount', amount: '99.5' } })),
    ).toMatchObject({ limit: 99_500_000n, after: 100_000_000n, exceededAt: now + hour });
    expect(budget(cap({ window: 'unsettled' }))).toMatchObject({ after: 100n * usd });
  });

  it('are those that name the rule, its wallet or its asset, or nothing', () => {
    for (const rest of [{ rule: 'dca' }, { wallet: 'main' }, { chain: 'ETH' }, { each: 'rule' }])
      expect(budget(cap(rest as Partial<Cap>)), JSON.stringify(rest)).toBeDefined();
    expect(budget(cap({ each: 'rule' }))).toMatchObject({ subject: 'dca' });
    for (const rest of [{ rule: 'other' }, { wallet: 'other' }, { chain: 'POLYGON' }])
      expect(budget(cap(rest)), JSON.stringify(rest)).toBeUndefined();
    // The route is chosen when the swap is made.
    expect(budget(cap({ provider: 'lifi' }))).toBeUndefined();
    expect(budget(cap({ each: 'provider' }))).toBeUndefined();
  });
});
