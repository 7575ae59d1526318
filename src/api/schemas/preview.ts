import { z } from 'zod';
import { flows } from '../../core/swap/job.ts';
import { waitKinds } from '../../executor/preview/preview.ts';
import { amount, baseUnits, named, time } from './common.ts';
import { asset, paid } from './swap.ts';

const offer = named(
  'Offer',
  z.object({
    provider: z.string(),
    swapType: z.string(),
    expectedOut: amount,
    expectedOutBaseUnits: baseUnits,
    minOut: amount,
    minOutBaseUnits: baseUnits,
    declaredFee: amount.describe(
      'Fixed fees beside the network fee, in coins of the source chain.',
    ),
    declaredFeeBaseUnits: baseUnits,
    expectedSeconds: z.int().optional(),
    spender: z.string().optional().describe('Who needs an allowance of the source token.'),
    meetsMinimum: z.boolean().describe('Whether its minimum is at least the one of the job.'),
  }),
  'What the routing service offers.',
);

const finding = z.object({
  rule: z.string(),
  severity: z.enum(['reject', 'requote', 'hold']),
  message: z.string(),
  facts: z.record(z.string(), z.string()),
});

const change = z.object({
  account: z.string(),
  token: z.string(),
  symbol: z.string().optional(),
  amount: amount.optional(),
  amountBaseUnits: baseUnits.describe('Negative: the account loses it. Without the network fee.'),
});

const allowanceChange = z.object({
  token: z.string(),
  spender: z.string(),
  beforeBaseUnits: baseUnits,
  afterBaseUnits: baseUnits,
});

const step = named(
  'PreviewStep',
  z.object({
    kind: z.enum(['approve', 'revoke', 'swap', 'deposit', 'refund', 'claim']),
    chain: z.string(),
    account: z.string().describe('Who would sign it.'),
    sets: z
      .object({
        token: z.string(),
        spender: z.string(),
        allowed: amount,
        allowedBaseUnits: baseUnits,
      })
      .optional()
      .describe('The allowance that an approve or revoke sets: the sum that open swaps need.'),
    maxFee: amount.describe('The most that the network can charge.'),
    maxFeeBaseUnits: baseUnits,
    unsignedTransaction: z.string().describe('The exact bytes that were judged, hexadecimal.'),
    changes: z.array(change).describe('What it changes, by its simulation.'),
    allowanceChanges: z.array(allowanceChange),
    simulatedAt: z.string().describe('The block on whose state it was simulated.'),
    simulatedBy: z
      .array(z.string())
      .optional()
      .describe(
        'The hosts of the chain that show these changes. One: only one is configured, and everything rests on it.',
      ),
    verdict: z.enum(['allow', 'hold', 'requote', 'reject']),
    rules: z.array(z.string()).describe('The rules of the guard that were applied.'),
    findings: z.array(finding),
  }),
  'A transaction that would be signed, and what the guard says of it.',
);

export const preview = named(
  'Preview',
  z.object({
    verdict: z
      .enum(['allowed', 'refused', 'waits'])
      .describe(
        '`allowed`: it would be signed at once. `refused`: it would not be signed now, for `reason`. `waits`: it would go on after what `waitsFor` lists.',
      ),
    reason: z.object({ code: z.string(), message: z.string() }).optional(),
    waitsFor: z.array(
      z.object({ kind: z.enum(waitKinds), code: z.string().optional(), message: z.string() }),
    ),
    ...paid,
    refundAddress: z.string(),
    minOut: amount.optional(),
    minOutBaseUnits: baseUnits.optional(),
    slippageBps: z.int().optional(),
    flow: z.enum(flows),
    deadline: time,
    offer: offer.optional().describe('Absent: the routing service offers none.'),
    fees: z.object({
      symbol: z.string(),
      network: amount.describe('The most that the networks can charge for the steps.'),
      networkBaseUnits: baseUnits,
      declared: amount,
      declaredBaseUnits: baseUnits,
    }),
    steps: z.array(step),
  }),
);
export const previewAnswer = named('PreviewAnswer', z.object({ preview }));

export const quoteAnswer = named(
  'QuoteAnswer',
  z.object({
    from: asset,
    to: asset,
    amount,
    amountBaseUnits: baseUnits,
    quotes: z.array(offer).describe('The best one, as the routing service chose it.'),
  }),
);
