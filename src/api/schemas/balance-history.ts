import { z } from 'zod';
import { keyCursorInput } from '../key-cursor.ts';
import { bookPeriod } from './books.ts';
import { amount, baseUnits, limit, named, time } from './common.ts';

const history = {
  ...bookPeriod,
  wallet: z.string().min(1).max(80).exactOptional().describe('Only of this wallet.'),
  limit,
  cursor: keyCursorInput('position'),
};

const isPeriod = ({ from, until }: { from: string; until: string }) =>
  Date.parse(from) < Date.parse(until);
const noPeriod = { path: ['until'], message: 'is not after from' };

export const historyQuery = z.strictObject(history).refine(isPeriod, noPeriod);

/** Milliseconds. */
export const sampleSteps = { hour: 3_600_000, day: 86_400_000 } as const;

export const sampleQuery = z
  .strictObject({
    ...history,
    every: z
      .enum(['hour', 'day'], 'is neither hour nor day')
      .exactOptional()
      .describe('Only the newest sample of each balance in each hour, or day in UTC.'),
  })
  .refine(isPeriod, noPeriod);

const sample = named(
  'BalanceSample',
  z.object({
    wallet: z.string(),
    family: z.string(),
    chain: z.string(),
    token: z.string(),
    symbol: z.string(),
    at: time,
    block: z.string().describe('At which the balance was read.'),
    settled: amount,
    settledBaseUnits: baseUnits,
    inFlight: amount,
    inFlightBaseUnits: baseUnits.describe('What open swaps had sent of it and had not arrived.'),
    usdPrice: z.string().optional().describe('Of one whole token, by the guard’s prices.'),
    usd: z.string().optional().describe('What the settled balance was worth.'),
  }),
);

export const balanceHistory = named(
  'BalanceHistory',
  z.object({ balances: z.array(sample), nextCursor: z.string().optional() }),
);

const drift = named(
  'Drift',
  z.object({
    wallet: z.string(),
    family: z.string(),
    chain: z.string(),
    token: z.string(),
    symbol: z.string(),
    from: time,
    until: time,
    beforeBaseUnits: baseUnits,
    afterBaseUnits: baseUnits,
    expectedBaseUnits: z.string().describe('The sum of what was booked in between; with a sign.'),
    difference: z.string().describe('Decimal, with a sign: what the account has more.'),
    differenceBaseUnits: z.string(),
    toleranceBaseUnits: baseUnits.describe(
      'What the chain may have taken without a transaction of the account.',
    ),
    isBeyondTolerance: z.boolean(),
  }),
);

export const driftList = named('DriftList', z.object({ drift: z.array(drift) }));
