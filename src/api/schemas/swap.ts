import { z } from 'zod';
import { broadcastModes, flows } from '../../core/swap/job.ts';
import { fundsStates, settlementLevels, swapStates } from '../../core/swap/swap.ts';
import { guardVerdict } from './approvals.ts';
import { amount, baseUnits, masked, named, nextCursor, time } from './common.ts';
import { problem } from './problem.ts';

export const asset = named(
  'Asset',
  z.object({
    chain: z.string(),
    token: z.string(),
    symbol: z
      .string()
      .describe(
        'Of the operator’s list, or else what the contract calls itself: any contract can.',
      ),
    decimals: z.int(),
    listed: z
      .literal(true)
      .optional()
      .describe('The operator’s list had the token under this symbol at submission.'),
    settlement: z
      .literal('router-reported')
      .optional()
      .describe('The chain is not configured: only the router reports what arrives.'),
  }),
);

/** What is paid, from where and to whom. */
export const paid = {
  wallet: z.object({ name: z.string(), address: z.string() }),
  from: asset,
  to: asset,
  amount,
  amountBaseUnits: baseUnits,
  receiver: z.string().describe('In the canonical form of its chain.'),
  receiverAsGiven: z
    .string()
    .optional()
    .describe('As the job had it, if that is another spelling of the same account.'),
};

const depositPayment = z.object({
  txId: z.string(),
  amount,
  amountBaseUnits: baseUnits,
  memo: z.string().optional(),
  payer: z.string().optional(),
  final: z.boolean(),
  at: time,
});

const deposit = named(
  'Deposit',
  z.object({
    chain: z.string(),
    address: z.string(),
    amount,
    amountBaseUnits: baseUnits,
    memo: z.string().optional().describe('Without it the money may be lost.'),
    exchangeId: z.string().describe("The order's number at its provider."),
    payBy: time.optional().describe('Only for `deposit-by-hand`.'),
    payments: z.array(depositPayment),
  }),
  'Where an order wants its deposit, and what has come there.',
);

const leg = named(
  'Leg',
  z.object({
    chain: z.string(),
    txId: z.string(),
    index: z.int(),
    token: z.string(),
    role: z.enum(['payout', 'refund']),
    level: z.enum(settlementLevels),
    amount: amount.optional(),
    amountBaseUnits: baseUnits.optional(),
    promised: amount
      .optional()
      .describe(
        'Instead of `amount` where no configured chain shows it: the least that was promised.',
      ),
    promisedBaseUnits: baseUnits.optional(),
  }),
  'A transfer that belongs to the swap.',
);

const swap = named(
  'Swap',
  z.object({
    id: z.uuid(),
    idempotencyKey: z.string(),
    retryOf: z.uuid().optional().describe('The swap whose job this one tries again.'),
    retriedBy: z.uuid().optional(),
    replaces: z.uuid().optional().describe('The swap whose place it takes, with an edited job.'),
    replacedBy: z
      .uuid()
      .optional()
      .describe('The swap with an edited job that has its place. Nothing tries this one again.'),
    state: z.enum(swapStates),
    fundsState: z.enum(fundsStates).describe('Where the money is.'),
    endedAs: z
      .enum(swapStates)
      .optional()
      .describe('How it had ended, while money that came after its end waits for a person.'),
    reason: z
      .object({ code: z.string(), message: z.string(), meaning: z.string().optional() })
      .optional()
      .describe('Why it waits or has ended.'),
    toDo: z.string().optional().describe('How a person ends its review.'),
    cancel: z
      .object({ requestedAt: time, status: z.enum(['pending', 'cancelled', 'too_late']) })
      .optional(),
    ...paid,
    minOut: amount.optional(),
    minOutBaseUnits: baseUnits.optional(),
    slippageBps: z.int().optional(),
    refundAddress: z.string(),
    providers: z.object({ allow: z.array(z.string()), deny: z.array(z.string()) }),
    flow: z.enum(flows),
    maxFeeBaseUnits: baseUnits.optional(),
    deadline: time,
    priority: z.int().optional(),
    broadcast: z
      .enum(broadcastModes)
      .optional()
      .describe('Who gets its transactions. Absent: `public`, every node.'),
    rule: z
      .object({ id: z.string(), version: z.int() })
      .optional()
      .describe('The treasury rule that asked for it, in the version of then.'),
    lane: z
      .object({
        position: z.int(),
        waiting: z.int(),
        slots: z.int(),
        expectedWaitSeconds: z.int().optional(),
      })
      .optional()
      .describe('While it waits for its wallet account.'),
    metadata: z
      .record(z.string(), z.string())
      .optional()
      .describe('Absent: the key does not see it.'),
    masked,
    order: z
      .object({
        provider: z.string(),
        swapType: z.string(),
        expectedOut: amount,
        expectedOutBaseUnits: baseUnits,
        minOut: amount,
        minOutBaseUnits: baseUnits,
        expectedUsd: z
          .string()
          .optional()
          .describe(
            'What the expected output was worth when quoted, in USD, as the routing service reported. No decision depends on it.',
          ),
        deposit: deposit.optional(),
      })
      .optional()
      .describe('The order that landed, else the newest.'),
    payment: z
      .object({
        chain: z.string(),
        txId: z.string(),
        status: z.enum(['unseen', 'pending', 'included', 'final']),
      })
      .optional()
      .describe('The transaction that pays, if Ferryman signs it.'),
    routerStatus: z.object({ status: z.string(), at: time }).optional(),
    legs: z.array(leg),
    level: z.enum(settlementLevels).optional().describe('The weakest of its legs.'),
    feeSpentBaseUnits: baseUnits,
    version: z.int().describe('Rises when anything of this answer changes.'),
    createdAt: time,
    updatedAt: time,
  }),
);

const swapEvent = named(
  'SwapEvent',
  z.object({
    seq: z.int(),
    type: z.string(),
    at: time,
    data: z.record(z.string(), z.unknown()),
    hash: z.string().describe('SHA-256 over the event and the hash of the one before it.'),
  }),
);

export const swapAnswer = named('SwapAnswer', z.object({ swap }));
export const swapWithEvents = named(
  'SwapWithEvents',
  z.object({
    swap,
    events: z.array(swapEvent),
    verdicts: z
      .array(guardVerdict)
      .describe('What the guard found in each of its transactions, the oldest first.'),
  }),
);
export const swapList = named('SwapList', z.object({ swaps: z.array(swap), nextCursor }));

export const batchAnswer = named(
  'SwapBatchAnswer',
  z.object({
    results: z.array(
      z.object({
        idempotencyKey: z.string(),
        outcome: z.enum(['created', 'existing', 'refused']),
        swapId: z.uuid().optional(),
        state: z.enum(swapStates).optional(),
        problem: problem.optional().describe('Why it was refused.'),
      }),
    ),
  }),
);
