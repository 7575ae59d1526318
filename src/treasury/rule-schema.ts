import { z } from 'zod';
import { decimalText, decimalTextFaults } from '../core/amounts/decimal-text.ts';
import { parseDecimal } from '../core/amounts/parse-decimal.ts';
import { flows } from '../core/swap/job.ts';
import { isPrintable } from '../core/text/is-printable.ts';
import { parseDuration } from '../core/text/parse-duration.ts';
import { budgetSchema } from '../guard/policy/cap-schema.ts';
import { scheduleFault } from './schedule-fault.ts';

/** The form of rules, in files and in the API. `checkRule` then asks chains and wallets. */

const text = (maximum: number) =>
  z.string('is not a text').min(1, 'is empty').max(maximum, `is longer than ${maximum} characters`);
const decimal = z
  .string(decimalTextFaults.type)
  .max(100, 'is too long')
  .regex(decimalText, decimalTextFaults.form);
const amount = decimal.refine((given) => /[1-9]/.test(given), 'is zero');
const asset = z.strictObject(
  { chain: text(64), token: text(128) },
  'is not an object of chain and token',
);
const bps = (least: number, most: number) => {
  const message = `is not a whole number of basis points from ${least} to ${most}`;
  return z.int(message).min(least, message).max(most, message);
};
const slippageBps = bps(1, 5_000);
const names = z.array(text(64), 'is not a list').max(64, 'has more than 64 members');
const failures = 'is not a whole number from 1 to 100';

/** Names of rules stand in idempotency keys, addresses and files. */
export const ruleId = z
  .string('is not a text')
  .regex(
    /^[a-z0-9][a-z0-9-]{0,62}$/,
    'is not 1 to 63 lower-case letters, digits and hyphens, such as "weekly-eth"',
  );

const common = {
  id: ruleId,
  wallet: text(66),
  schedule: z
    .strictObject(
      { cron: text(128), timeZone: text(64) },
      'is not an object of cron and timeZone, such as {"cron": "0 9 * * 1", "timeZone": "Europe/Zurich"}',
    )
    .superRefine((schedule, context) => {
      const fault = scheduleFault(schedule);
      if (fault) context.addIssue({ code: 'custom', path: [fault.member], message: fault.message });
    }),
  overlap: z.literal('skip', 'is not skip, which is all there is').default('skip'),
  catchUp: z.literal('none', 'is not none, which is all there is').default('none'),
  pauseAfterFailures: z.int(failures).min(1, failures).max(100, failures).default(3),
  providers: z
    .strictObject({ allow: names.optional(), deny: names.optional() }, 'is not an object')
    .optional(),
  flow: z
    .enum(flows, `is none of ${flows.join(', ')}`)
    .refine((flow) => flow !== 'deposit-by-hand', 'needs a person for each swap: leave it out')
    .optional(),
  /** What the rule's payments may take together in an hour, a day or a week. */
  budgets: z.array(budgetSchema, 'is not a list').max(20, 'has more than 20 members').optional(),
  note: text(256).refine(isPrintable, 'is not one line of printable text').optional(),
};

const recurring = z
  .strictObject({
    ...common,
    kind: z.literal('recurring'),
    from: asset,
    to: asset,
    amount: amount.optional(),
    usd: amount.optional(),
    slippageBps: slippageBps.optional(),
    minOut: amount.optional(),
    receiver: text(256),
  })
  .refine((rule) => (rule.amount === undefined) !== (rule.usd === undefined), {
    message: 'or usd is needed: give exactly one of the two',
    path: ['amount'],
  })
  .refine((rule) => (rule.slippageBps === undefined) !== (rule.minOut === undefined), {
    message: 'or minOut is needed: give exactly one of the two',
    path: ['slippageBps'],
  });

const targetAsset = z
  .strictObject({
    ...asset.shape,
    shareBps: bps(0, 10_000).optional(),
    amount: decimal.optional(),
  })
  .refine((one) => (one.shareBps === undefined) !== (one.amount === undefined), {
    message: 'or amount is needed: give exactly one of the two',
    path: ['shareBps'],
  });

const duration = 'is not a duration such as "30m", "12h" or "7d"';

const target = z
  .strictObject({
    ...common,
    kind: z.literal('target'),
    assets: z
      .array(targetAsset, 'is not a list')
      .min(2, 'has fewer than two members: there is nothing to trade')
      .max(20, 'has more than 20 members'),
    bandBps: bps(0, 10_000),
    tradeTo: z.enum(['edge', 'centre'], 'is neither edge nor centre').default('edge'),
    minimumTradeUsd: amount,
    maximumCostBps: bps(1, 5_000),
    cooldown: z
      .string(duration)
      .refine((given) => parseDuration(given) !== undefined, duration)
      .default('0s'),
  })
  .refine(
    ({ assets }) => {
      const shares = assets.flatMap(({ shareBps }) => shareBps ?? []);
      return shares.length === 0 || shares.reduce((sum, one) => sum + one, 0) === 10_000;
    },
    { message: 'have shares that are not 10000 basis points in all', path: ['assets'] },
  );

const sweep = z.strictObject({
  ...common,
  kind: z.literal('sweep'),
  from: asset,
  to: asset,
  reserve: decimal,
  minimum: decimal.default('0'),
  slippageBps,
  receiver: text(256),
});

const topUp = z
  .strictObject({
    ...common,
    kind: z.literal('top-up'),
    from: asset,
    chain: text(64),
    receiver: text(256),
    below: amount,
    upTo: amount,
    highestPriceUsd: amount,
    slippageBps,
  })
  .refine(({ below, upTo }) => !isLess(upTo, below), {
    message: 'is less than below',
    path: ['upTo'],
  });

const payroll = z.strictObject({
  ...common,
  kind: z.literal('payroll'),
  from: asset,
  to: asset,
  payments: z
    .array(
      z.strictObject({ receiver: text(256), amount }, 'is not an object of receiver and amount'),
      'is not a list of receivers and amounts',
    )
    .min(1, 'is empty')
    .max(500, 'has more than 500 members: make several rules of it'),
  slippageBps,
});

export const ruleSchema = z.discriminatedUnion('kind', [recurring, target, sweep, topUp, payroll], {
  error: 'is none of recurring, target, sweep, top-up, payroll',
});

/** A rule as it is stored and shown. */
export type RuleBody = z.output<typeof ruleSchema>;

function isLess(one: string, other: string): boolean {
  return wholeOf(one) < wholeOf(other);
}

/** With all the decimals that a text can have. */
function wholeOf(given: string): bigint {
  return parseDecimal(given, 100) ?? 0n;
}
