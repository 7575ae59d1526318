import type { SwapId } from '../../core/swap/ids.ts';
import { wantsPerson } from '../../core/swap/swap.ts';
import type {
  Approval,
  DecideResult,
  Revocation,
  SealedDecision,
} from '../../ports/stores/approval-store.ts';
import { encodeJson, storableText } from '../json.ts';
import { onlyRow } from '../only-row.ts';
import { type SqlSession, timestamp } from '../sql-client.ts';
import { changeSwap } from '../writes/change-swap.ts';
import { isEnded, lockSwap } from '../writes/lock-swap.ts';
import { voidHeldOf } from '../writes/void-leases.ts';
import { approvalOf } from './approvals.ts';

/**
 * Under the lock of its swap, so of two persons one decides; and an expiry that the swap's worker
 * decided before is refused as stale, or refuses this.
 */
export async function decideApproval(
  session: SqlSession,
  decision: SealedDecision,
): Promise<DecideResult> {
  const { id, kind, by, reason } = decision;
  const {
    swap: { id: swapId },
  } = await approvalOf(session, id);
  const swap = await lockSwap(session, swapId);
  const approval = await approvalOf(session, id);
  const principal = await principalOf(session, by);
  if (approval.requesters.includes(principal)) return { kind: 'own', approval };
  if (isRepeated(approval, decision)) return { kind: 'done', approval, version: swap.version };
  if (approval.state !== 'open' || isEnded(swap)) return { kind: 'decided', approval };
  const admits = kind === 'approve' ? decision : undefined;
  const until = admits?.scope === 'until' ? admits.until : undefined;
  await session.query(
    `update approvals set state = $2, scope = $3, until = $4, decided_by = $5, decider = $6,
       decided_at = date_trunc('milliseconds', now()), reason = $7, seal = $8::jsonb
     where id = $1`,
    [
      id,
      admits ? 'approved' : 'rejected',
      admits?.scope ?? null,
      until === undefined ? null : timestamp(until),
      storableText(by),
      storableText(principal),
      storableText(reason),
      admits ? encodeJson(admits.seal) : null,
    ],
  );
  const left = admits ? await countOpen(session, swapId) : await withdrawOthers(session, swapId);
  const { item, rule } = approval;
  const data = {
    ...{ approvalId: id, decision: admits ? 'approved' : 'rejected', item, rule, by, reason },
    ...(admits ? { scope: admits.scope, until } : {}),
    left,
  };
  const version = await changeSwap(session, {
    swapId,
    event: { type: 'approval_decided', data },
    // A held replacement of what is signed is tried again.
    ...(left === 0 && admits && !wantsPerson(swap.state) ? { reason: null } : {}),
  });
  return { kind: 'done', approval: await approvalOf(session, id), version };
}

/** The same person has decided the same, and has perhaps lost the answer. */
function isRepeated({ state, admission, decided }: Approval, decision: SealedDecision): boolean {
  if (decided?.by !== decision.by || admission?.revoked) return false;
  if (decision.kind === 'reject') return state === 'rejected';
  const until = decision.scope === 'until' ? decision.until : undefined;
  return state === 'approved' && admission?.scope === decision.scope && admission.until === until;
}

/** Ends an admission, under the lock of the swap for which it was given. */
export async function revokeApproval(
  session: SqlSession,
  { id, by, reason }: Revocation,
): Promise<DecideResult> {
  const {
    swap: { id: swapId },
  } = await approvalOf(session, id);
  const swap = await lockSwap(session, swapId);
  const approval = await approvalOf(session, id);
  if (approval.admission?.revoked?.by === by)
    return { kind: 'done', approval, version: swap.version };
  if (approval.admission?.inForce !== true) return { kind: 'decided', approval };
  await session.query(
    `update approvals set revoked_by = $2, revoked_at = date_trunc('milliseconds', now()), revoke_reason = $3 where id = $1`,
    [id, storableText(by), storableText(reason)],
  );
  const hasEnded = isEnded(swap);
  // A worker that has judged by the admission and not signed yet finds its lease lost.
  if (!hasEnded) await voidHeldOf(session, swapId);
  const { item } = approval;
  const version = await changeSwap(session, {
    swapId,
    event: { type: 'approval_revoked', data: { approvalId: id, item, by, reason } },
    ...(hasEnded ? { quiet: true } : {}),
  });
  return { kind: 'done', approval: await approvalOf(session, id), version };
}

async function principalOf(session: SqlSession, by: string): Promise<string> {
  return onlyRow(
    await session.query<{ principal: string }>('select principal_of($1) as principal', [
      storableText(by),
    ]),
  ).principal;
}

async function countOpen(session: SqlSession, swapId: SwapId): Promise<number> {
  return onlyRow(
    await session.query<{ count: number }>(
      `select count(*)::int as count from approvals where swap_id = $1 and state = 'open'`,
      [swapId],
    ),
  ).count;
}

/** One rejected item is enough: the others need no decision. */
async function withdrawOthers(session: SqlSession, swapId: SwapId): Promise<number> {
  await session.query(
    `update approvals set state = 'withdrawn' where swap_id = $1 and state = 'open'`,
    [swapId],
  );
  return 0;
}
