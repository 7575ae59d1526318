import { z } from 'zod';
import { guardVerdict } from './approvals.ts';
import { amount, baseUnits, masked, named, time } from './common.ts';
import { preview } from './preview.ts';

const attempt = named(
  'Attempt',
  z.object({
    kind: z.enum(['pay', 'bump', 'cancel']),
    txId: z.string(),
    status: z.enum(['unseen', 'pending', 'included', 'final']),
    block: z.string().optional(),
    succeeded: z.boolean().optional().describe('Absent: it is in no block.'),
    feePaidBaseUnits: baseUnits.optional(),
    signedAt: time,
    sentAt: time
      .optional()
      .describe('When it was last sent. Absent: the journal knows of no send.'),
  }),
  'Signed bytes. At most one of the attempts under one lease can land.',
);

const step = named(
  'Step',
  z.object({
    id: z.uuid(),
    kind: z.enum(['approve', 'revoke', 'swap', 'deposit', 'refund', 'claim']),
    generation: z.int(),
    outcome: z
      .enum(['open', 'landed', 'dead', 'reverted_final'])
      .describe(
        '`dead`: proven that it can never land. `reverted_final`: it landed and did nothing.',
      ),
    chain: z.string(),
    account: z.string().optional().describe('Absent: nothing was leased for it.'),
    lease: z
      .object({
        state: z.enum(['held', 'signed', 'consumed', 'expired', 'dead', 'void']),
        terms: z
          .string()
          .describe('What makes its attempts exclude each other, such as "nonce 7".'),
      })
      .optional(),
    attempts: z.array(attempt),
    disputed: z.literal(true).optional().describe('Two proofs contradict each other.'),
  }),
  'One transaction of the swap on a chain, or what is tried for it.',
);

const record = named(
  'SwapRecord',
  z.object({
    money: z.object({
      where: z.string().describe('Where the money is, as a sentence.'),
      action: z
        .object({
          kind: z.enum([
            'none',
            'wait',
            'retry',
            'reconcile',
            'resolve',
            'acknowledge',
            'pay_deposit',
          ]),
          text: z.string(),
        })
        .describe('What a person may do next without harm.'),
      retry: z
        .object({
          allowed: z.boolean(),
          as: z.enum(['new_order', 'new_swap']).optional(),
          code: z.string().optional(),
          message: z.string().optional().describe('Which proof is missing for it.'),
        })
        .describe('Whether a retry would be accepted now.'),
      replace: z
        .object({
          allowed: z.boolean(),
          code: z.string().optional(),
          message: z.string().optional().describe('Why it is refused.'),
        })
        .describe('Whether an edited swap could take its place now.'),
      cancel: z
        .object({
          allowed: z.boolean(),
          as: z
            .enum(['end', 'request'])
            .optional()
            .describe('`end`: it ends at once. `request`: something is signed; the chain decides.'),
          code: z.string().optional(),
          message: z.string().optional().describe('Why it would do nothing.'),
        })
        .describe('What a cancel would do now.'),
    }),
    steps: z.array(step),
    verdicts: z
      .array(guardVerdict)
      .optional()
      .describe('What the guard found, the oldest first. Absent in previews.'),
  }),
  'What the journal has of a swap: the steps, what was signed for them, and what it means.',
);

const order = named(
  'Order',
  z.object({
    id: z.uuid(),
    provider: z.string(),
    swapType: z.string(),
    open: z.boolean().describe('Steps may still be signed for it.'),
    minOut: amount,
    minOutBaseUnits: baseUnits,
    expectedOut: amount,
    expectedOutBaseUnits: baseUnits,
    quotedAt: time,
    requestedAt: time.optional().describe('When its transaction was asked for.'),
    quoteAnswer: z.string().optional().describe('JSON as the routing service wrote it.'),
    swapAnswer: z.string().optional().describe('The same of the transaction.'),
    archive: z.string().optional().describe('The file that its answers were moved to.'),
    masked,
  }),
  'One answer of the routing service that could be executed.',
);

export const orderList = named('OrderList', z.object({ orders: z.array(order) }));

/** As answers have it: a kind or state of the journal that the schema lacks does not compile. */
export type SwapRecordJson = z.infer<typeof record>;
export type OrderJson = z.infer<typeof order>;

export const retryPreviewAnswer = named(
  'RetryPreviewAnswer',
  z.object({
    record,
    preview: preview.optional().describe('Absent: the retry would be refused.'),
  }),
);

export const recordAnswer = named('SwapRecordAnswer', z.object({ record }));
