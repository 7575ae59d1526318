import { z } from 'zod';
import { admissionScopes, approvalStates } from '../../core/approvals/approval.ts';
import { named, nextCursor, time } from './common.ts';

const admissionItem = named(
  'AdmissionItem',
  z.object({
    kind: z.string().describe('Such as `target`, `spender`, `receiver`, `provider`, `finding`.'),
    chain: z.string().optional(),
    address: z.string().optional(),
    codeHash: z.string().optional(),
    implementationHash: z.string().optional(),
    selector: z.string().optional().describe('Of the called function.'),
    lacks: z
      .object({
        what: z.string().describe('Such as `descriptor`, `calls`, `minimum`.'),
        of: z.string().optional(),
        selectors: z.array(z.string()).optional().describe('Of the calls inside it.'),
      })
      .optional()
      .describe('What the policy does not tell of a function.'),
    token: z.string().optional(),
    provider: z.string().optional(),
    rule: z.string().optional(),
    what: z.string().optional(),
  }),
  'What a person admits. Its kind says which of the other members it has.',
);

const facts = z.record(z.string(), z.string());

const approval = named(
  'Approval',
  z.object({
    id: z.uuid(),
    swap: z.object({
      id: z.uuid(),
      wallet: z.string(),
      fromChain: z.string(),
      toChain: z.string(),
    }),
    item: admissionItem,
    rule: z.string().describe('The rules of the guard that found it.'),
    message: z.string(),
    known: z
      .object({
        facts: facts.describe('Of the finding.'),
        contract: facts.optional().describe('What the chain shows of the address.'),
        simulation: z.array(z.string()).describe('What the transaction would have changed.'),
        block: z.string().describe('The block that was simulated on.'),
        policy: z.string().describe('Hash of the policy that does not name the item.'),
      })
      .describe('What was known when the guard held the swap.'),
    requesters: z
      .array(z.string())
      .describe('Who submitted, retried or edited the swap: none of them decides.'),
    state: z.enum(approvalStates),
    admission: z
      .object({
        scope: z.enum(admissionScopes),
        until: time.optional(),
        inForce: z.boolean().describe('It admits now.'),
        revoked: z.object({ by: z.string(), at: time, reason: z.string() }).optional(),
      })
      .optional()
      .describe('Of an approved one.'),
    decided: z
      .object({ by: z.string(), at: time, reason: z.string() })
      .optional()
      .describe('Of an approved or rejected one.'),
    createdAt: time,
    expiresAt: time.describe('An open one expires then, and its swap fails unpaid.'),
  }),
  'One item that the guard holds a swap for, and what a person decided about it.',
);

export const approvalAnswer = named('ApprovalAnswer', z.object({ approval }));
export const approvalList = named(
  'ApprovalList',
  z.object({
    approvals: z.array(approval),
    open: z.int().optional().describe('How many are open in all, if `count` asks for it.'),
    nextCursor,
  }),
);

/** Of a swap's record. */
export const guardVerdict = named(
  'GuardVerdict',
  z.object({
    seq: z.int().describe('Of the event that has it.'),
    at: time,
    event: z.string(),
    step: z.string().optional(),
    chain: z.string().optional(),
    txId: z.string().optional().describe('Of what was signed. Absent: nothing was.'),
    verdict: z.enum(['allow', 'hold', 'requote', 'reject']),
    intent: z.string().describe('What the transaction was to do.'),
    policy: z.string().describe('Hash of the policy that was applied.'),
    rules: z.array(z.string()).describe('Every rule that was applied.'),
    simulatedBy: z
      .array(z.string())
      .optional()
      .describe(
        'The hosts of the chain that show what was simulated. One: only one is configured, and everything rests on it.',
      ),
    findings: z.array(
      z.object({
        rule: z.string(),
        severity: z.enum(['reject', 'requote', 'hold']),
        message: z.string(),
        facts,
      }),
    ),
    moreFindings: z.int().optional().describe('So many are left off.'),
    admittedBy: z
      .array(z.uuid())
      .describe('The approvals that admit what the policy does not name.'),
  }),
  'What the guard found when it judged a transaction of the swap.',
);
