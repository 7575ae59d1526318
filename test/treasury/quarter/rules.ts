import { cronOf, type Timetable } from './calendar.ts';

/** Which wallet has what at the beginning, in base units by symbol on ETH. */
export const funds = {
  growth: { native: 10n ** 18n, USDC: 4_000_000_000n },
  ops: { native: 2n * 10n ** 18n, USDT: 90_000_000n },
  reserve: { native: 10n ** 18n, USDC: 9_000_000_000n },
  mixed: { native: 3n * 10n ** 17n, USDC: 400_000_000n, USDT: 200_000_000n },
  swing: { native: 5n * 10n ** 17n, USDC: 1_250_000_000n },
  income: { native: 3n * 10n ** 17n, USDC: 150_000_000n },
  payroll: { native: 3n * 10n ** 17n, USDC: 2_000_000_000n },
} as const satisfies Record<string, Readonly<Record<string, bigint>>>;

export const walletNames = Object.keys(funds);

export interface PlannedRule {
  id: string;
  timetable: Timetable;
  /** So many swaps are in one of its occurrences at most. */
  jobs: number;
  /** As it is applied. */
  body: Readonly<Record<string, unknown>>;
}

interface Addresses {
  wallets: Readonly<Record<string, string>>;
  /** The account whose gas is topped up. */
  tank: string;
  /** Whom the payroll pays. */
  staff: readonly string[];
}

const coin = { chain: 'ETH', token: 'native' };
const usdc = { chain: 'ETH', token: 'USDC' };
const usdt = { chain: 'ETH', token: 'USDT' };
const monday: Timetable = { time: '09:00', timeZone: 'Europe/Zurich', on: ['Mon'] };

/** Twelve rules of all five kinds, in six time zones. */
export function twelveRules({ wallets, tank, staff }: Addresses): PlannedRule[] {
  const of = (wallet: string): string => wallets[wallet] ?? '';
  const rule = (
    id: string,
    timetable: Timetable,
    { slippageBps = 100, ...rest }: Record<string, unknown>,
  ): PlannedRule => ({
    id,
    timetable,
    jobs: rest.kind === 'payroll' ? staff.length : 1,
    body: {
      id,
      schedule: { cron: cronOf(timetable), timeZone: timetable.timeZone },
      // A target bounds its trades by their cost.
      ...(rest.kind === 'target' ? {} : { slippageBps }),
      ...rest,
    },
  });
  return [
    rule('dca-eth', monday, {
      ...{ kind: 'recurring', wallet: 'growth', from: usdc, to: coin, usd: '40' },
      receiver: of('growth'),
    }),
    rule(
      'dca-usdt',
      { time: '14:30', timeZone: 'America/New_York', on: [8, 22] },
      {
        ...{ kind: 'recurring', wallet: 'growth', from: usdc, to: usdt, amount: '25' },
        receiver: of('growth'),
      },
    ),
    rule(
      'sell-eth',
      { time: '10:00', timeZone: 'Australia/Lord_Howe', on: [1, 10, 20] },
      {
        ...{ kind: 'recurring', wallet: 'ops', from: coin, to: usdc, amount: '0.012' },
        receiver: of('ops'),
      },
    ),
    // Worth more than the table of approvals lets pass.
    rule(
      'big-buy',
      { time: '11:00', timeZone: 'Europe/Zurich', on: [1, 15] },
      {
        ...{ kind: 'recurring', wallet: 'reserve', from: usdc, to: coin, usd: '600' },
        receiver: of('reserve'),
      },
    ),
    // Twice a week, with a budget of once.
    rule(
      'nibble',
      { ...monday, on: ['Mon', 'Thu'] },
      {
        ...{ kind: 'recurring', wallet: 'ops', from: coin, to: usdt, amount: '0.004' },
        receiver: of('ops'),
      },
    ),
    rule(
      'balance',
      { time: '10:00', timeZone: 'UTC', on: [12, 26] },
      {
        ...{ kind: 'target', wallet: 'mixed', bandBps: 300, tradeTo: 'centre' },
        assets: [
          { ...usdc, shareBps: 5_000 },
          { ...usdt, shareBps: 5_000 },
        ],
        ...{ minimumTradeUsd: '10', maximumCostBps: 200, cooldown: '5d' },
      },
    ),
    // Trades as the price of the coin moves.
    rule('swing', monday, {
      ...{ kind: 'target', wallet: 'swing', bandBps: 15, tradeTo: 'centre' },
      assets: [
        { ...coin, shareBps: 5_000 },
        { ...usdc, shareBps: 5_000 },
      ],
      ...{ minimumTradeUsd: '2', maximumCostBps: 300, cooldown: '1d' },
    }),
    rule(
      'sweep-usdt',
      { time: '16:00', timeZone: 'America/Santiago', on: [7, 21] },
      {
        ...{ kind: 'sweep', wallet: 'ops', from: usdt, to: usdc, reserve: '50', minimum: '5' },
        receiver: of('reserve'),
      },
    ),
    // Due on Sundays, when its wallet is in a blackout.
    rule(
      'sweep-income',
      { time: '20:30', timeZone: 'Africa/Casablanca', on: ['Sun'] },
      {
        ...{ kind: 'sweep', wallet: 'income', from: usdc, to: coin, reserve: '10', minimum: '20' },
        receiver: of('reserve'),
      },
    ),
    rule(
      'tank',
      { time: '10:00', timeZone: 'UTC', on: [12, 26] },
      {
        ...{ kind: 'top-up', wallet: 'reserve', from: usdc, chain: 'ETH', receiver: tank },
        ...{ below: '0.02', upTo: '0.03', highestPriceUsd: '2525' },
      },
    ),
    rule(
      'payroll',
      { time: '09:00', timeZone: 'Europe/Zurich', on: [25] },
      {
        ...{ kind: 'payroll', wallet: 'payroll', from: usdc, to: usdt },
        payments: staff.map((receiver, index) => ({ receiver, amount: `${60 + 20 * index}` })),
      },
    ),
    rule(
      'abroad',
      { time: '10:00', timeZone: 'UTC', on: [12, 26] },
      {
        ...{ kind: 'recurring', wallet: 'growth', from: usdc, amount: '30' },
        ...{ to: { chain: 'POLYGON', token: 'USDC' }, receiver: of('growth') },
      },
    ),
  ];
}
