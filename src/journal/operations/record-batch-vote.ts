import { isSameName } from '../../core/approvals/is-same-name.ts';
import { batchOf } from '../../core/approvals/payment-batch.ts';
import type { SwapId } from '../../core/swap/ids.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type {
  BatchPayment,
  BatchVoteDraft,
  BatchVoteResult,
} from '../../ports/stores/approval-store.ts';
import { encodeJson, storableText } from '../json.ts';
import type { SqlSession } from '../sql-client.ts';
import { lockSwaps } from '../writes/lock-swap.ts';
import { batchWith, occurrenceSwaps } from './approval-batch.ts';
import { closeApproval, type DecidedBy, principalOf } from './close-approval.ts';
import { isComplete, principalsOf } from './record-vote.ts';

/**
 * Under the locks of all swaps of the occurrence: if what waits is not what was signed, nothing is
 * stored. People see the rows of the approvals; the guard counts the votes themselves.
 */
export async function recordBatchVote(
  session: SqlSession,
  draft: BatchVoteDraft,
): Promise<BatchVoteResult> {
  const found = await occurrenceSwaps(session, draft);
  if (!found)
    throw new FerrymanError('NOT_FOUND', `the rule ${draft.ruleId} asked for nothing then`);
  await lockSwaps(session, found.swaps);
  const { lines, unsubmitted } = await batchWith(session, draft, found);
  const { envelopes, approver, decision, by, reason } = draft;
  const payments = lines.flatMap(({ payment }) => (payment ? [payment] : []));
  if (hasVoted(payments, draft)) return { kind: 'done', due: [] };
  const preparing = lines.filter(({ standing }) => standing === 'preparing').length;
  if (preparing + unsubmitted > 0) return { kind: 'preparing', count: preparing + unsubmitted };
  const waiting = lines.flatMap(({ standing, payment, state }) =>
    standing === 'waiting' && payment ? [{ ...payment, state }] : [],
  );
  if (!areSame(envelopes, waiting)) return { kind: 'changed' };
  const principals = await principalsOf(session, draft);
  const own = waiting.find(
    ({ approval: { requesters }, author }) =>
      isSameName(approver, author) || principals.some((one) => requesters.includes(one)),
  );
  if (own) return { kind: 'own', approvalId: own.approval.id };

  await insertVotes(session, draft, waiting);
  const decided: DecidedBy = { by, principal: await principalOf(session, by), reason };
  const due: { swapId: SwapId; version: number }[] = [];
  for (const { approval, item, votes, state } of waiting) {
    const isDecided = decision === 'reject' || isComplete(item, [...votes, { approver, decision }]);
    if (!isDecided) continue;
    const { version } = await closeApproval(
      session,
      { approval, swap: { state } },
      decision === 'reject'
        ? { kind: 'reject', ...decided }
        : { kind: 'approve', scope: 'once', ...decided },
    );
    due.push({ swapId: approval.swap.id, version });
  }
  return { kind: 'done', due };
}

/** The same was stored before, and the answer was perhaps lost. */
function hasVoted(
  payments: readonly BatchPayment[],
  { envelopes, approver, decision }: BatchVoteDraft,
): boolean {
  const voted = payments.filter(({ votes }) =>
    votes.some((vote) => vote.approver === approver && vote.decision === decision),
  );
  const digests = new Set(voted.map(({ digest }) => digest));
  return envelopes.length > 0 && envelopes.every((one) => digests.has(one));
}

function areSame(envelopes: readonly string[], waiting: readonly BatchPayment[]): boolean {
  const digests = new Set(waiting.map(({ digest }) => digest));
  const signed = new Set(envelopes);
  return (
    digests.size > 0 && digests.size === signed.size && [...signed].every((one) => digests.has(one))
  );
}

/** A payment on which the approver has voted before, alone or in another batch, keeps that vote. */
async function insertVotes(
  session: SqlSession,
  { approver, decision, assertion, by, reason, envelopes }: BatchVoteDraft,
  waiting: readonly BatchPayment[],
): Promise<void> {
  const { places } = batchOf(envelopes);
  const rows = waiting.map(({ approval, digest }) => ({
    approval_id: approval.id,
    place: places.get(digest),
  }));
  await session.query(
    `insert into approval_votes (approval_id, approver, decision, assertion, by, reason, place)
     select given.approval_id, $2, $3, $4::jsonb, $5, $6, given.place
     from jsonb_to_recordset($1::jsonb) as given(approval_id uuid, place jsonb)
     on conflict do nothing`,
    [
      encodeJson(rows),
      storableText(approver),
      decision,
      encodeJson(assertion),
      storableText(by),
      storableText(reason),
    ],
  );
}
