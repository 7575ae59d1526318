import type { SwapId } from '../../core/swap/ids.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { Approval, ApprovalFilter } from '../../ports/stores/approval-store.ts';
import { onlyRow } from '../only-row.ts';
import {
  type ApprovalRow,
  admitsNow,
  approvalColumns,
  approvalFromRow,
  shownState,
} from '../rows/approval-row.ts';
import { endStates } from '../rows/end-states.ts';
import type { SqlSession } from '../sql-client.ts';

const select = `select ${approvalColumns} from approvals a join swaps s on s.id = a.swap_id`;

export async function findApproval(session: SqlSession, id: string): Promise<Approval | undefined> {
  const [row] = await session.query<ApprovalRow>(`${select} where a.id = $1`, [id]);
  return row && approvalFromRow(row);
}

/** Throws `NOT_FOUND`. */
export async function approvalOf(session: SqlSession, id: string): Promise<Approval> {
  const approval = await findApproval(session, id);
  if (approval) return approval;
  throw new FerrymanError('NOT_FOUND', `there is no approval ${id}`);
}

/** SQL: whether an occurrence is one batch for approvers, as long as a payment of it waits for them. */
export const isBatch = `o.state in ('acting', 'submitted') and cardinality(o.swaps) > 1`;

export async function listApprovals(
  session: SqlSession,
  { states, inForce, swapId, kind, single, limit, before }: ApprovalFilter,
): Promise<Approval[]> {
  const rows = await session.query<ApprovalRow>(
    `${select}
     where ($1::text[] is null or ${shownState} = any($1))
       and (not $2::boolean or (${admitsNow} and a.scope <> 'once'))
       and ($3::uuid is null or a.swap_id = $3)
       and ($4::text is null or a.kind = $4)
       and ($5::uuid is null or a.position < (select position from approvals where id = $5))
       and not ($7::boolean and a.kind = 'payment' and exists (
         select from treasury_occurrences o where ${isBatch} and a.swap_id = any(o.swaps)))
     order by a.position desc limit $6`,
    [
      states ? [...states] : null,
      inForce === true,
      swapId ?? null,
      kind ?? null,
      before ?? null,
      limit,
      single === true,
    ],
  );
  return rows.map(approvalFromRow);
}

/**
 * What is asked of approvers for payments of these swaps, or was decided: of each swap the one that counts
 * last.
 */
export async function paymentsOf(
  session: SqlSession,
  swaps: readonly SwapId[],
): Promise<Approval[]> {
  const rows = await session.query<ApprovalRow>(
    `${select}
     where a.swap_id = any($1::uuid[]) and a.kind = 'payment' and (a.state in ('open', 'rejected') or ${admitsNow})
     order by a.state = 'open', a.position`,
    [swaps],
  );
  return rows.map(approvalFromRow);
}

export async function countOpenApprovals(session: SqlSession): Promise<number> {
  return onlyRow(
    await session.query<{ count: number }>(
      `select count(*)::int as count from approvals a join swaps s on s.id = a.swap_id
       where a.state = 'open' and a.expires_at > now() and s.state not in ${endStates}`,
    ),
  ).count;
}
