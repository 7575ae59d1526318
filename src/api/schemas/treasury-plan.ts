import { z } from 'zod';
import { capWindows } from '../../core/caps/cap.ts';
import { ruleKinds } from '../../core/treasury/rule.ts';
import { amount, baseUnits, named, time } from './common.ts';
import { preview } from './preview.ts';

const reason = z.strictObject({ code: z.string(), message: z.string() });
const usd = z.string().describe('US dollars, by the sources of the guard’s policy. Decimal.');

const token = z.strictObject({
  chain: z.string(),
  token: z.string(),
  symbol: z.string(),
  decimals: z.int(),
});

const trade = {
  from: token,
  amount,
  amountBaseUnits: baseUnits,
  usd: usd.exactOptional().describe('What it is worth. Absent: there is no price.'),
  to: token,
  receiver: z.string(),
  expectedOut: amount
    .exactOptional()
    .describe('At the prices of now, without any cost. Absent: a price is missing.'),
  expectedOutBaseUnits: baseUnits.exactOptional(),
};

const plannedTrade = named('PlannedTrade', z.strictObject(trade));

const previewedTrade = named(
  'PreviewedTrade',
  z.strictObject({
    ...trade,
    preview: preview
      .exactOptional()
      .describe('What the routing service offers now, and the verdict of the guard.'),
    failure: reason.exactOptional().describe('Why there is no preview.'),
  }),
  'Without preview and failure: it was not asked for, or one plan has no more of them.',
);

const kind = z
  .enum(['act', 'skip', 'unknown'])
  .describe('`unknown`: what the rule decides by could not be read, for `reason`.');

const why = reason.exactOptional().describe('Why it does nothing. Absent: it acts.');

const plannedRule = named(
  'PlannedRule',
  z.strictObject({
    id: z.string(),
    version: z.int(),
    kind: z.enum(ruleKinds),
    wallet: z.string(),
    now: z
      .strictObject({ kind, reason: why, trades: z.array(previewedTrade) })
      .describe('What it would do if it were due now, whatever the other rules do.'),
  }),
);

const occurrence = named(
  'PlannedOccurrence',
  z.strictObject({
    at: time,
    rule: z.string(),
    kind,
    reason: why,
    trades: z.array(plannedTrade),
  }),
);

const balance = named(
  'PlannedBalance',
  z.strictObject({
    wallet: z.string().exactOptional().describe('Absent: the account is of no wallet here.'),
    account: z.string(),
    ...token.shape,
    before: amount.describe('What is there without reservations, and what is in flight to it.'),
    beforeBaseUnits: baseUnits,
    after: amount,
    afterBaseUnits: baseUnits,
    usdPrice: usd.exactOptional(),
    usdBefore: usd.exactOptional(),
    usdAfter: usd.exactOptional(),
    priceFault: z.string().exactOptional().describe('Why there is no price.'),
  }),
);

const budget = named(
  'PlannedBudget',
  z.strictObject({
    name: z.string(),
    window: z.enum(capWindows),
    unit: z
      .enum(['usd', 'amount', 'count'])
      .describe('Of all amounts: US dollars, the token, or a number of payments.'),
    rule: z.string().exactOptional(),
    wallet: z.string().exactOptional(),
    chain: z.string().exactOptional(),
    token: z.string().exactOptional(),
    subject: z.string().exactOptional().describe('Of a cap for each of something: which.'),
    limit: z.string().describe('Decimal.'),
    used: z.string().describe('What payments use now. Decimal.'),
    after: z
      .string()
      .describe('The most that is used at one time of the plan, with what counts of now. Decimal.'),
    exceededAt: time
      .exactOptional()
      .describe('When the plan is first above the limit: a payment is held then, or waits.'),
    unpriced: z.int().describe('Planned payments without a price, which are not counted.'),
  }),
);

export const planAnswer = named(
  'TreasuryPlan',
  z.strictObject({
    from: time,
    until: time,
    leftOutAfter: time
      .exactOptional()
      .describe('A plan has at most about 500 occurrences. What comes after this is left out.'),
    rules: z.array(plannedRule).describe('By id.'),
    occurrences: z.array(occurrence).describe('The earliest first.'),
    balances: z.array(balance),
    budgets: z.array(budget).describe('The caps that count what is planned.'),
  }),
);
