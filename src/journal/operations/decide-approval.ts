import type {
  Approval,
  DecideResult,
  Revocation,
  SealedDecision,
} from '../../ports/stores/approval-store.ts';
import { storableText } from '../json.ts';
import type { SqlSession } from '../sql-client.ts';
import { changeSwap } from '../writes/change-swap.ts';
import { isEnded, lockSwap } from '../writes/lock-swap.ts';
import { voidHeldOf } from '../writes/void-leases.ts';
import { approvalOf } from './approvals.ts';
import { closeApproval, principalOf } from './close-approval.ts';

/**
 * Under the lock of its swap, so of two persons one decides; and an expiry that the swap's worker
 * decided before is refused as stale, or refuses this.
 */
export async function decideApproval(
  session: SqlSession,
  decision: SealedDecision,
): Promise<DecideResult> {
  const { id, by } = decision;
  const {
    swap: { id: swapId },
  } = await approvalOf(session, id);
  const swap = await lockSwap(session, swapId);
  const approval = await approvalOf(session, id);
  const principal = await principalOf(session, by);
  if (approval.requesters.includes(principal)) return { kind: 'own', approval };
  if (isRepeated(approval, decision)) return { kind: 'done', approval, version: swap.version };
  if (approval.state !== 'open' || isEnded(swap)) return { kind: 'decided', approval };
  return closeApproval(session, { approval, swap }, { ...decision, principal });
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
