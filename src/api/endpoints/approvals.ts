import { z } from 'zod';
import { admissionScopes, approvalStates } from '../../core/approvals/approval.ts';
import type { SwapId } from '../../core/swap/ids.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import { requireReach, requireUnlimited } from '../../executor/authorize.ts';
import { personNote } from '../../executor/person-note.ts';
import type { ApiKeyRecord } from '../../ports/stores/api-key-store.ts';
import type { Approval, ApprovalDecision } from '../../ports/stores/approval-store.ts';
import type { ApiDependencies } from '../api-environment.ts';
import { approvalJson, votesJson } from '../approval-json.ts';
import { defineEndpoint, type Endpoint } from '../endpoint.ts';
import { pageOf } from '../page-of.ts';
import { approvalAnswer, approvalList, voteRequest, votesAnswer } from '../schemas/approvals.ts';
import { limit, named, timeInput } from '../schemas/common.ts';

const params = z.object({
  id: z
    .uuid('this is no id of an approval: `ferryman approvals list` and GET /v1/approvals have them')
    .describe('The id of an approval.'),
});

const query = z.strictObject({
  state: z
    .enum(approvalStates, `is not one of ${approvalStates.join(', ')}`)
    .optional()
    .describe('Only those in this state.'),
  inForce: z
    .enum(['true'], 'is not true')
    .optional()
    .describe('Only those that admit an item for more than one swap now.'),
  swapId: z.uuid('is no id of a swap').optional().describe('Only those of this swap.'),
  single: z
    .enum(['true'], 'is not true')
    .optional()
    .describe('Only those that are no payment of an open batch (`GET /v1/approval-batches`).'),
  count: z
    .enum(['true'], 'is not true')
    .optional()
    .describe('Also how many are open in all, which costs a count.'),
  limit,
  cursor: z
    .uuid('is none that a list gave')
    .optional()
    .describe('`nextCursor` of the page before.'),
});

const approveRequest = named(
  'ApproveRequest',
  z
    .strictObject(
      {
        scope: z
          .enum(admissionScopes, `is not one of ${admissionScopes.join(', ')}`)
          .describe(
            '`once`: for this swap. `until`: for every swap until a time. `permanent`: for every swap until it is revoked.',
          ),
        until: timeInput.optional().describe('Of the scope `until`, and of no other.'),
        reason: personNote('say why'),
      },
      'is not a JSON object',
    )
    .superRefine(({ scope, until }, context) => {
      const fault = (message: string) =>
        context.addIssue({ code: 'custom', path: ['until'], message });
      if (scope === 'until' && until === undefined) fault('is missing: say until when');
      if (scope !== 'until' && until !== undefined) fault('is of the scope until only');
    }),
);

const reasonRequest = named(
  'ApprovalReason',
  z.strictObject({ reason: personNote('say why') }, 'is not a JSON object'),
);

/** What the guard holds swaps for, and what persons decide about it. */
export function approvalEndpoints({
  journal,
  clock,
  decideApproval,
  revokeApproval,
  voteOnPayment,
  readVotes,
}: Pick<
  ApiDependencies,
  'journal' | 'clock' | 'decideApproval' | 'revokeApproval' | 'voteOnPayment' | 'readVotes'
>): Endpoint[] {
  const find = async (id: string): Promise<Approval> => {
    const approval = await journal.findApproval(id);
    if (approval) return approval;
    throw new FerrymanError('NOT_FOUND', `there is no approval ${id}`);
  };
  const answers = { 200: { description: 'The approval.', schema: approvalAnswer } };
  const answer = (approval: Approval) => ({
    status: 200,
    body: { approval: approvalJson(approval) },
  });
  return [
    defineEndpoint({
      id: 'listApprovals',
      method: 'get',
      path: '/v1/approvals',
      group: 'operations',
      scope: 'view',
      summary: 'List what the guard holds swaps for, and what persons decided, newest first',
      query,
      answers: { 200: { description: 'A page of approvals.', schema: approvalList } },
      async handle({ query: { state, inForce, swapId, single, count, limit: size, cursor } }) {
        const [found, open] = await Promise.all([
          journal.listApprovals({
            limit: size + 1,
            ...(state === undefined ? {} : { states: [state] }),
            ...(inForce === undefined ? {} : { inForce: true }),
            ...(swapId === undefined ? {} : { swapId: swapId as SwapId }),
            ...(single === undefined ? {} : { single: true }),
            ...(cursor === undefined ? {} : { before: cursor }),
          }),
          count === undefined ? undefined : journal.countOpenApprovals(),
        ]);
        const { page, next } = pageOf(found, size, ({ id }) => id);
        return {
          status: 200,
          body: {
            approvals: page.map(approvalJson),
            ...(open === undefined ? {} : { open }),
            ...next,
          },
        };
      },
    }),
    defineEndpoint({
      id: 'getApproval',
      method: 'get',
      path: '/v1/approvals/{id}',
      group: 'operations',
      scope: 'view',
      summary: 'Read what is known of an item that the guard holds a swap for',
      params,
      answers,
      handle: async ({ params: { id } }) => answer(await find(id)),
    }),
    defineEndpoint({
      id: 'listVotes',
      method: 'get',
      path: '/v1/approvals/{id}/votes',
      group: 'operations',
      scope: 'view',
      summary: 'Read who has voted on a payment that needs approvals, and what the others sign',
      params,
      answers: { 200: { description: 'The votes.', schema: votesAnswer } },
      problems: ['INVALID_REQUEST'],
      handle: async ({ params: { id } }) => ({
        status: 200,
        body: votesJson(await readVotes(id)),
      }),
    }),
    defineEndpoint({
      id: 'voteOnPayment',
      method: 'post',
      path: '/v1/approvals/{id}/votes',
      group: 'operations',
      scope: 'approve',
      summary: 'Vote on a payment that needs approvals, with a passkey of an approver',
      description:
        'The guard’s policy names the approvers and their passkeys. Once enough have approved, the swap quotes again. One who rejects ends it.',
      isSafeToRepeat: true,
      params,
      body: voteRequest,
      bodyName: 'vote',
      answers,
      problems: ['VOTE_INVALID', 'APPROVAL_DECIDED', 'APPROVAL_OF_OWN_SWAP'],
      async handle({ params: { id }, body: { decision, reason, assertion }, key, record }) {
        const approval = await find(id);
        requireRight(key, approval, 'once');
        const { rule, swap } = approval;
        const { credentialId } = assertion;
        await record({
          subject: `approval ${id}`,
          reason,
          data: { decision, passkey: credentialId, rule, swap: swap.id },
        });
        const vote = { id, decision, assertion, by: `API key ${key.id}`, reason };
        return answer(await voteOnPayment(vote));
      },
    }),
    defineEndpoint({
      id: 'approveItem',
      method: 'post',
      path: '/v1/approvals/{id}/approve',
      group: 'operations',
      scope: 'approve',
      summary: 'Admit an item that the guard holds a swap for',
      description:
        'Once all items of the swap are approved it quotes again, and the guard judges the new answer. A person who submitted, retried or edited the swap does not approve.',
      isSafeToRepeat: true,
      params,
      body: approveRequest,
      bodyName: 'approval',
      answers,
      problems: ['APPROVAL_DECIDED', 'APPROVAL_OF_OWN_SWAP', 'APPROVAL_NEEDS_VOTES'],
      async handle({ params: { id }, body, key, record }) {
        const approval = await find(id);
        const { scope, reason } = body;
        requireRight(key, approval, scope);
        const until = untilOf(body, clock.now());
        requireScopeOf(approval, scope);
        const { item, rule, swap } = approval;
        await record({
          subject: `approval ${id}`,
          reason,
          data: { scope, ...(body.until ? { until: body.until } : {}), item, rule, swap: swap.id },
        });
        const given = { id, by: `API key ${key.id}`, reason, kind: 'approve' } as const;
        const decision: ApprovalDecision =
          scope === 'until' ? { ...given, scope, until } : { ...given, scope };
        return answer(await decideApproval(decision));
      },
    }),
    defineEndpoint({
      id: 'rejectItem',
      method: 'post',
      path: '/v1/approvals/{id}/reject',
      group: 'operations',
      scope: 'approve',
      summary: 'Refuse an item that the guard holds a swap for: the swap fails unpaid',
      isSafeToRepeat: true,
      params,
      body: reasonRequest,
      bodyName: 'rejection',
      answers,
      problems: ['APPROVAL_DECIDED', 'APPROVAL_OF_OWN_SWAP'],
      async handle({ params: { id }, body: { reason }, key, record }) {
        const approval = await find(id);
        requireRight(key, approval, 'once');
        const { item, rule, swap } = approval;
        await record({
          subject: `approval ${id}`,
          reason,
          data: { item, rule, swap: swap.id },
        });
        return answer(
          await decideApproval({ id, kind: 'reject', by: `API key ${key.id}`, reason }),
        );
      },
    }),
    defineEndpoint({
      id: 'revokeAdmission',
      method: 'post',
      path: '/v1/approvals/{id}/revoke',
      group: 'operations',
      scope: 'approve',
      summary: 'End what an approval admits',
      description: 'Judgements that begin from then on hold what needs it.',
      isSafeToRepeat: true,
      params,
      body: reasonRequest,
      bodyName: 'revocation',
      answers,
      problems: ['APPROVAL_DECIDED'],
      async handle({ params: { id }, body: { reason }, key, record }) {
        const approval = await find(id);
        requireRight(key, approval, approval.admission?.scope ?? 'once');
        await record({ subject: `approval ${id}`, reason, data: { item: approval.item } });
        return answer(await revokeApproval({ id, by: `API key ${key.id}`, reason }));
      },
    }),
  ];
}

/** What is admitted for every swap concerns more than a key's own wallets. Throws `FORBIDDEN`. */
function requireRight(key: ApiKeyRecord, { swap }: Approval, scope: string): void {
  if (scope === 'once') requireReach(key, swap);
  else requireUnlimited(key);
}

/** Throws `INVALID_REQUEST`. */
function requireScopeOf({ item }: Approval, scope: string): void {
  if (item.kind !== 'finding' || scope === 'once') return;
  throw new FerrymanError('INVALID_REQUEST', 'the approval is malformed', {
    faults: [{ pointer: '/scope', message: 'is not once: the finding is about this swap alone' }],
  });
}

/** Milliseconds since the epoch; 0 without one. Throws `INVALID_REQUEST`. */
function untilOf({ until }: { until?: string | undefined }, now: number): number {
  if (until === undefined) return 0;
  const at = Date.parse(until);
  if (at > now) return at;
  throw new FerrymanError('INVALID_REQUEST', 'the approval is malformed', {
    faults: [{ pointer: '/until', message: 'has passed' }],
  });
}
