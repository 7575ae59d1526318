import { z } from 'zod';
import { batchId } from '../../core/approvals/batch-id.ts';
import { batchOf } from '../../core/approvals/payment-batch.ts';
import { requireReach } from '../../executor/authorize.ts';
import type { OccurrenceName } from '../../ports/stores/treasury-store.ts';
import type { ApiDependencies } from '../api-environment.ts';
import { batchJson, occurrenceOf, openBatchJson } from '../approval-batch-json.ts';
import { defineEndpoint, type Endpoint } from '../endpoint.ts';
import { batchAnswer, batchList, batchVoteRequest } from '../schemas/approval-batches.ts';

const params = z.object({
  id: z
    .string()
    .transform((text, context): OccurrenceName => {
      const name = occurrenceOf(text);
      if (name) return name;
      const message =
        'this is no id of a batch: `ferryman approvals batches` and GET /v1/approval-batches have them';
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    })
    .describe('The rule and when it was due, such as `salaries@2026-01-31T09:00:00.000Z`.'),
});

const answers = { 200: { description: 'The batch.', schema: batchAnswer } };

/** What a treasury rule asks for at one time, such as a payroll, approved with one signature each. */
export function approvalBatchEndpoints({
  journal,
  readBatch,
  voteOnBatch,
}: Pick<ApiDependencies, 'journal' | 'readBatch' | 'voteOnBatch'>): Endpoint[] {
  return [
    defineEndpoint({
      id: 'listApprovalBatches',
      method: 'get',
      path: '/v1/approval-batches',
      group: 'operations',
      scope: 'view',
      summary: 'List what treasury rules ask for that waits for approvals as a batch',
      answers: { 200: { description: 'The batches.', schema: batchList } },
      async handle() {
        return {
          status: 200,
          body: { batches: (await journal.openBatches()).map(openBatchJson) },
        };
      },
    }),
    defineEndpoint({
      id: 'getApprovalBatch',
      method: 'get',
      path: '/v1/approval-batches/{id}',
      group: 'operations',
      scope: 'view',
      summary:
        'Read the payments that a treasury rule asked for at one time, and what approvers sign',
      params,
      answers,
      handle: async ({ params: { id } }) => ({ status: 200, body: batchJson(await readBatch(id)) }),
    }),
    defineEndpoint({
      id: 'voteOnBatch',
      method: 'post',
      path: '/v1/approval-batches/{id}/votes',
      group: 'operations',
      scope: 'approve',
      summary: 'Vote on all payments of a batch that wait, with one signature of a passkey',
      description:
        'The vote counts for each payment as one on it alone does, or for none. A payment goes on once it has its approvals. One approver who rejects ends all.',
      isSafeToRepeat: true,
      params,
      body: batchVoteRequest,
      bodyName: 'vote',
      answers,
      problems: ['VOTE_INVALID', 'BATCH_INCOMPLETE', 'BATCH_CHANGED', 'APPROVAL_OF_OWN_SWAP'],
      async handle({ params: { id: name }, body, key, record }) {
        const { decision, reason, assertion, envelopes } = body;
        for (const { swap } of (await readBatch(name)).lines) requireReach(key, swap);
        const { root, count } = batchOf(envelopes);
        await record({
          subject: `approval batch ${batchId(name)}`,
          reason,
          data: {
            ...{ decision, passkey: assertion.credentialId, payments: count, root },
          },
        });
        const vote = { ...name, envelopes, decision, assertion, by: `API key ${key.id}`, reason };
        return { status: 200, body: batchJson(await voteOnBatch(vote)) };
      },
    }),
  ];
}
