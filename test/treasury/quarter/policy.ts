import type { Weekday } from './calendar.ts';

/*
 * What bounds the quarter, once: the guard reads it as members of its policy, and the invariants read
 * it by themselves.
 */

export const approverNames = ['ann', 'ben', 'cleo', 'dan', 'eve'] as const;

/** Who has to approve what: the first that fits. What fits none of them needs nobody. */
export const demands = [
  { rule: 'payroll', approvals: 2, of: ['ann', 'ben', 'cleo'], hours: 20 },
  { aboveUsd: 500, approvals: 3, of: approverNames, hours: 26 },
] as const;

export interface QuarterCap {
  name: string;
  window: 'hour' | 'day' | 'week';
  usd?: string;
  /** Of USDC on ETH. */
  usdc?: string;
  count?: number;
  rule?: string;
  each?: 'wallet' | 'rule';
}

export const caps: readonly QuarterCap[] = [
  { name: 'all in a day', window: 'day', usd: '650' },
  { name: 'each wallet in a week', window: 'week', usd: '690', each: 'wallet' },
  { name: 'USDC in a day', window: 'day', usdc: '640' },
  { name: 'nibbles in a week', window: 'week', count: 1, rule: 'nibble' },
  { name: 'lines in an hour', window: 'hour', count: 2, rule: 'payroll' },
  { name: 'each rule in a day', window: 'day', count: 3, each: 'rule' },
];

export interface QuarterBlackout {
  name: string;
  wallet?: string;
  rule?: string;
  timeZone: string;
  days?: readonly Weekday[];
  dates?: readonly string[];
}

/** Each from midnight to midnight. */
export const blackouts: readonly QuarterBlackout[] = [
  { name: 'weekends', wallet: 'income', timeZone: 'Europe/Zurich', days: ['Sat', 'Sun'] },
  { name: 'closing', timeZone: 'UTC', dates: ['2040-03-01', '2040-04-02'] },
  { name: 'midweek', rule: 'dca-usdt', timeZone: 'America/New_York', dates: ['2040-02-22'] },
];

export interface PolicyParts {
  approvers: unknown;
  wallets: readonly string[];
  usdcAddress: string;
  /** The source of the coin's price. */
  coinSource: unknown;
}

/** The sandbox's policy, with what bounds the quarter. */
export function policyFile(
  file: Readonly<Record<string, unknown>>,
  { approvers, wallets, usdcAddress, coinSource }: PolicyParts,
): Record<string, unknown> {
  const { tokens } = file.prices as { tokens: readonly { chain: string; token: string }[] };
  return {
    ...file,
    prices: {
      maxAgeSeconds: 10,
      tokens: tokens.map((one) =>
        one.chain === 'ETH' && one.token === 'native' ? { ...one, sources: [coinSource] } : one,
      ),
    },
    caps: caps.map(({ usdc, ...cap }) =>
      usdc === undefined ? cap : { ...cap, amount: usdc, chain: 'ETH', token: usdcAddress },
    ),
    blackouts: blackouts.map(({ wallet, rule, days, ...one }) => ({
      ...one,
      ...(wallet === undefined ? {} : { wallets: [wallet] }),
      ...(rule === undefined ? {} : { rules: [rule] }),
      ...(days === undefined ? {} : { days: days.map((name) => name.toLowerCase()) }),
    })),
    approvers,
    approvals: [
      ...demands.map(({ approvals, of, hours, ...fits }) => ({
        when: 'rule' in fits ? { rule: fits.rule } : { aboveUsd: `${fits.aboveUsd}` },
        then: { approvals, of, expiresAfter: `${hours}h` },
      })),
      ...wallets.map((wallet) => ({ when: { wallet }, then: 'allow' })),
      { when: {}, then: 'block' },
    ],
  };
}
