import type { AdmissionSeal } from '../../core/approvals/admission-seal.ts';
import type { SwapId } from '../../core/swap/ids.ts';
import { type SwapState, wantsPerson } from '../../core/swap/swap.ts';
import type { Approval, DecideResult } from '../../ports/stores/approval-store.ts';
import { encodeJson, storableText } from '../json.ts';
import { onlyRow } from '../only-row.ts';
import { type SqlSession, timestamp } from '../sql-client.ts';
import { changeSwap } from '../writes/change-swap.ts';
import { approvalOf } from './approvals.ts';

/** Who decided, and why. `principal`: who `by` is, whichever of its keys was used. */
export interface DecidedBy {
  by: string;
  principal: string;
  reason: string;
}

/** What ends the wait for an item. */
type Closing = DecidedBy &
  (
    | { kind: 'approve'; scope: 'once' | 'permanent'; seal?: AdmissionSeal }
    | { kind: 'approve'; scope: 'until'; until: number; seal?: AdmissionSeal }
    | { kind: 'reject' }
  );

/** Decides an open item of a locked swap. The swap goes on once none is open. */
export async function closeApproval(
  session: SqlSession,
  { approval, swap }: { approval: Approval; swap: { state: SwapState } },
  closing: Closing,
): Promise<Extract<DecideResult, { kind: 'done' }>> {
  const {
    id,
    swap: { id: swapId },
  } = approval;
  const { by, principal, reason } = closing;
  const admits = closing.kind === 'approve' ? closing : undefined;
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
      admits?.seal ? encodeJson(admits.seal) : null,
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

/** The person behind an actor: all keys of one rotation are one. */
export async function principalOf(session: SqlSession, by: string): Promise<string> {
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
