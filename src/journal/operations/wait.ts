import type { SwapState } from '../../core/swap/swap.ts';
import type { WaitRequest } from '../../ports/stores/schedule-store.ts';
import { encodeJson, storableText } from '../json.ts';
import { deleteLaneEntry } from '../lanes/leave-lane.ts';
import type { SqlSession } from '../sql-client.ts';
import { changedMeanwhile } from '../writes/change-at-version.ts';
import {
  appendedColumns,
  appendedEvent,
  appendedFrom,
  eventColumns,
} from '../writes/change-statement.ts';
import { lockSwapAt } from '../writes/lock-swap.ts';

/**
 * In these states a slot is for a transaction that is not signed yet: a payment, or a refund or
 * claim.
 */
const signsNext: readonly SwapState[] = [
  'requested',
  'quoted',
  'refunding',
  'claiming',
  'needs_review',
];

/**
 * One statement, which writes the swap's row only if it changes. It locks and reads the row first,
 * because the reason may have changed at the same version. Other facts that the version does not
 * cover may be outdated.
 */
const startWaiting = `
  with before as (
    select id, state,
      -- The reason for a review stays until the review ends; later errors are in the log.
      $5::text is not null and not (state in ('needs_review') and reason_code is not null and reason_code <> $5) as is_reported,
      reason_code is distinct from $5 as is_other,
      reason_message is distinct from $6 as has_new_wording
    from swaps where id = $1 and version = $2 for no key update
  ), worded as (
    update swaps set
      reason_code = case when is_reported then $5 else swaps.reason_code end,
      reason_message = case when is_reported then $6 else swaps.reason_message end,
      consecutive_failures = swaps.consecutive_failures + $7::int
    from before where swaps.id = before.id and not (is_reported and is_other) and ((is_reported and has_new_wording) or $7::int > 0)
  ), swap as (
    update swaps set
      reason_code = $5,
      reason_message = $6,
      consecutive_failures = swaps.consecutive_failures + $7::int,
      ${appendedEvent("'waiting'", '$8')},
      updated_at = now()
    from before where swaps.id = before.id and is_reported and is_other
    returning ${appendedFrom}
  ), event as (
    insert into events (${eventColumns})
    select ${appendedColumns("'waiting'", '$8::text')} from swap
  ), slot as (
    ${deleteLaneEntry('$1')} and has_slot and exists (select from before where state in (${signsNext.map((state) => `'${state}'`).join(', ')})) and not $9
  ), timer as (
    update timers set due_at = now() + $4::float8 * interval '1 millisecond', locked_by = null, locked_until = null
    from before where timers.swap_id = before.id and (locked_by is null or locked_by = $3)
  )
  select id from before`;

/**
 * Waiting does not change the version, and adds an event only if the reason's code changed. A swap
 * that has not signed returns its slot. Without a new reason, or in a review, the stored one stays.
 */
export async function wait(session: SqlSession, request: WaitRequest): Promise<void> {
  const { swapId, version, holder, delay, failed, reason, keepsSlot = false } = request;
  const [waiting] = await session.query(startWaiting, [
    swapId,
    version,
    holder,
    delay,
    reason ? storableText(reason.code) : null,
    reason ? storableText(reason.message) : null,
    failed ? 1 : 0,
    encodeJson({ ...reason }),
    keepsSlot,
  ]);
  if (waiting) return;
  await lockSwapAt(session, { swapId, version });
  throw changedMeanwhile(swapId);
}
