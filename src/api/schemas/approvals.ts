import { z } from 'zod';
import { admissionScopes, approvalStates } from '../../core/approvals/approval.ts';
import { voteDecisions } from '../../core/approvals/payment-envelope.ts';
import { personNote } from '../../executor/person-note.ts';
import { named, nextCursor, time } from './common.ts';

const envelopeAsset = {
  chain: z.string(),
  token: z.string(),
  decimals: z.int(),
  symbol: z.string(),
};
const milliseconds = z.int().describe('Milliseconds since the epoch.');

export const paymentEnvelope = named(
  'PaymentEnvelope',
  z.object({
    version: z.literal(1),
    of: z.object({ kind: z.literal('swap'), id: z.uuid() }),
    wallet: z.object({ name: z.string(), address: z.string() }),
    from: z.object({ ...envelopeAsset, maximumBaseUnits: z.string() }),
    to: z.object({ ...envelopeAsset, receiver: z.string(), minimumBaseUnits: z.string() }),
    providers: z.array(z.string()).describe('Whose orders may be paid.'),
    maximumFeeBaseUnits: z.string().describe('Of the source chain’s coin.'),
    notBefore: milliseconds.optional().describe('Until then a new receiver cools.'),
    expiresAt: milliseconds,
  }),
  'What approvers let Ferryman pay. Within it Ferryman may quote again; outside it the payment goes back to the approvers.',
);

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
    envelope: paymentEnvelope.optional(),
    approvals: z.int().optional().describe('So many approvers have to sign the envelope.'),
    of: z.array(z.string()).optional().describe('The approvers who may.'),
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

const base64url = z.string().regex(/^[\w-]{1,20000}$/, 'is not base64url');

/** Of every vote, whatever it is on. */
export const voteMembers = {
  decision: z.enum(voteDecisions, `is not one of ${voteDecisions.join(', ')}`),
  reason: personNote('say why'),
  assertion: z
    .strictObject({
      credentialId: base64url,
      authenticatorData: base64url,
      clientDataJson: base64url,
      signature: base64url,
    })
    .describe('What the passkey has signed (WebAuthn). All base64url.'),
};

export const voteRequest = named(
  'VoteRequest',
  z.strictObject(voteMembers, 'is not a JSON object'),
);

export const votesAnswer = named(
  'VotesAnswer',
  z.object({
    envelope: paymentEnvelope,
    needed: z.int().describe('So many approvers have to sign.'),
    of: z.array(z.string()).describe('The approvers who may.'),
    missing: z.int().describe('So many signatures are missing.'),
    votes: z.array(
      z.object({
        approver: z.string(),
        decision: z.enum(voteDecisions),
        by: z.string().describe('Through whose key the vote came.'),
        reason: z.string(),
        at: time,
      }),
    ),
    signing: z
      .object({
        relyingParty: z.string().describe('The host for which the passkeys are made (`rpId`).'),
        passkeys: z.array(z.string()).describe('Ids of the passkeys that count, base64url.'),
        challenges: z.object({ approve: z.string(), reject: z.string() }),
      })
      .describe('What a passkey signs, for `navigator.credentials.get`. Base64url.'),
  }),
  'The votes on a payment that needs approvals, and what is still missing.',
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
