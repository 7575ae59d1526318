import type { AdmissionItem } from '../../core/approvals/admission-item.ts';
import { isSameName } from '../../core/approvals/is-same-name.ts';
import type { SwapId } from '../../core/swap/ids.ts';
import type { DecideResult, VoteDraft, VoteRecord } from '../../ports/stores/approval-store.ts';
import { encodeJson, storableText } from '../json.ts';
import type { SqlSession } from '../sql-client.ts';
import { isEnded, lockSwap } from '../writes/lock-swap.ts';
import { approvalOf } from './approvals.ts';
import { closeApproval, principalOf } from './close-approval.ts';
import { listVotes } from './votes.ts';

/**
 * Under the lock of its swap, so that the vote which completes the others is one. The row of the
 * approval is what a person sees: the guard counts the votes themselves.
 */
export async function recordVote(session: SqlSession, draft: VoteDraft): Promise<DecideResult> {
  const { approvalId: id, approver, decision, by, reason, apiKey } = draft;
  const {
    swap: { id: swapId },
  } = await approvalOf(session, id);
  const swap = await lockSwap(session, swapId);
  const approval = await approvalOf(session, id);
  const { item, requesters } = approval;
  const principals = await principalsOf(session, { by, apiKey });
  const isOwn = principals.some((one) => requesters.includes(one));
  if (isOwn || isSameName(approver, await ruleAuthorOf(session, swapId)))
    return { kind: 'own', approval };
  const before = await listVotes(session, id);
  if (before.some((vote) => vote.approver === approver && vote.decision === decision))
    return { kind: 'done', approval, version: swap.version };
  if (item.kind !== 'payment' || approval.state !== 'open' || isEnded(swap))
    return { kind: 'decided', approval };
  await session.query(
    `insert into approval_votes (approval_id, approver, decision, assertion, by, reason)
     values ($1, $2, $3, $4::jsonb, $5, $6)`,
    [
      id,
      storableText(approver),
      decision,
      encodeJson(draft.assertion),
      storableText(by),
      storableText(reason),
    ],
  );
  const decided = { by, principal: await principalOf(session, by), reason };
  if (decision === 'reject')
    return closeApproval(session, { approval, swap }, { kind: 'reject', ...decided });
  if (!isComplete(item, [...before, { approver, decision }]))
    return { kind: 'done', approval, version: swap.version };
  return closeApproval(session, { approval, swap }, { kind: 'approve', scope: 'once', ...decided });
}

/** Who votes, by the vote's key and by the approver's: neither may have asked for the swap. */
export async function principalsOf(
  session: SqlSession,
  { by, apiKey }: { by: string; apiKey?: string | undefined },
): Promise<string[]> {
  const principals = [await principalOf(session, by)];
  if (apiKey !== undefined) principals.push(await principalOf(session, `API key ${apiKey}`));
  return principals;
}

/** The name of who asks for the swap by a treasury rule. */
async function ruleAuthorOf(session: SqlSession, swapId: SwapId): Promise<string | undefined> {
  const [found] = await session.query<{ author: string | null }>(
    `select job->'rule'->>'author' as author from swaps where id = $1`,
    [swapId],
  );
  return found?.author ?? undefined;
}

/** Whether as many of the item's approvers approve as it asks for. */
export function isComplete(
  { approvals, of }: Extract<AdmissionItem, { kind: 'payment' }>,
  votes: readonly Pick<VoteRecord, 'approver' | 'decision'>[],
): boolean {
  const approving = votes.filter(
    ({ approver, decision }) => decision === 'approve' && of.includes(approver),
  );
  return new Set(approving.map(({ approver }) => approver)).size >= approvals;
}
