import { z } from 'zod';
import { lineStandings } from '../../core/approvals/line-standing.ts';
import { maxBatch } from '../../core/approvals/payment-batch.ts';
import { voteDecisions } from '../../core/approvals/payment-envelope.ts';
import { swapStates } from '../../core/swap/swap.ts';
import { paymentEnvelope, voteMembers } from './approvals.ts';
import { named, time } from './common.ts';

const name = {
  id: z.string().describe('The rule and the time, as paths name the batch.'),
  rule: z.string().describe('The id of the treasury rule.'),
  instant: time.describe('When the rule was due.'),
  version: z.int().describe('Of the rule.'),
};

export const batchList = named(
  'ApprovalBatchList',
  z.object({
    batches: z
      .array(z.object({ ...name, swaps: z.int().describe('How many swaps it has.') }))
      .describe('Those of which a payment waits for approvals, the newest first.'),
  }),
);

const digest = z.string().describe('Of an envelope: SHA-256 of its RFC 8785 JSON, hex.');
const asset = { chain: z.string(), token: z.string(), symbol: z.string(), decimals: z.int() };

const batchLine = named(
  'ApprovalBatchLine',
  z.object({
    swapId: z.uuid(),
    receiver: z.string(),
    state: z.enum(swapStates).describe('Of the swap.'),
    standing: z
      .enum(lineStandings)
      .describe(
        '`preparing`: it is not quoted yet. `waiting`: approvers sign it. `cleared`: it needs no approval, or has all of them. `ended`: nothing is signed for it any more.',
      ),
    approvalId: z.uuid().optional(),
    digest: digest.optional(),
    envelope: paymentEnvelope.optional().describe('Absent: approvers are asked for nothing.'),
    needed: z.int().optional().describe('So many approvers have to sign.'),
    of: z.array(z.string()).optional().describe('The approvers who may.'),
    missing: z.int().optional().describe('So many signatures are missing.'),
  }),
  'A payment of a batch.',
);

export const batchAnswer = named(
  'ApprovalBatchAnswer',
  z.object({
    ...name,
    preparing: z
      .int()
      .describe('So many payments are not quoted yet: until then no approver can sign.'),
    lines: z.array(batchLine).describe('In the order of the rule’s payments.'),
    sums: z
      .object({
        payments: z.int(),
        pays: z.array(z.object({ ...asset, maximumBaseUnits: z.string() })),
        gets: z.array(z.object({ ...asset, minimumBaseUnits: z.string() })),
      })
      .describe('Of what waits, by asset: at most paid, at least received.'),
    needed: z.int().describe('So many approvers have to sign the payment that needs most.'),
    missing: z.int().describe('So many signatures lacks the payment that lacks most.'),
    of: z.array(z.string()).describe('The approvers who may sign all that wait.'),
    requesters: z
      .array(z.string())
      .describe('Who asked for the payments that wait: none of them signs.'),
    votes: z
      .array(
        z.object({
          approver: z.string(),
          decision: z.enum(voteDecisions),
          payments: z.int().describe('On how many of the payments.'),
        }),
      )
      .describe('On what waits and what is approved.'),
    signing: z
      .object({
        relyingParty: z.string().describe('The host for which the passkeys are made (`rpId`).'),
        passkeys: z.array(z.string()).describe('Ids of the passkeys that count, base64url.'),
        envelopes: z.array(digest).describe('What is signed: send it back with the vote.'),
        challenges: z.object({ approve: z.string(), reject: z.string() }),
      })
      .optional()
      .describe(
        'What a passkey signs, once for all payments that wait. Base64url. Absent: some are not quoted yet, or none waits.',
      ),
  }),
  'The payments that a treasury rule asked for at one time, and what approvers sign for them.',
);

export const batchVoteRequest = named(
  'BatchVoteRequest',
  z.strictObject(
    {
      ...voteMembers,
      envelopes: z
        .array(z.string().regex(/^[0-9a-f]{64}$/, 'is no digest of an envelope'))
        .min(1, 'is empty')
        .max(maxBatch, `has more than ${maxBatch} members`)
        .describe('`signing.envelopes` as they were when the passkey signed.'),
    },
    'is not a JSON object',
  ),
);
