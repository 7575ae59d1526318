import type { SwapId } from '../../core/ids.ts';
import { type FundsState, isEnd, type Reason, type SwapState, swapStates, wantsPerson } from '../../core/swap.ts';
import type { SwapEventType } from '../../ports/swap-event.ts';
import { encodeJson, storableText } from '../json.ts';
import { deletePlace } from '../lanes/leave-lane.ts';
import type { SqlSession } from '../sql-client.ts';
import { stale } from './lock-swap.ts';

/** A change of a locked swap: one event, one version up, due now. */
export interface SwapChange {
  swapId: SwapId;
  event: { type: SwapEventType; data: Readonly<Record<string, unknown>> };
  state?: SwapState;
  fundsState?: FundsState;
  /**
   * `null` removes the reason; absent leaves it, unless there is progress. A swap in `needs_review`
   * or at its end keeps its reason until its state changes or it gets another one.
   */
  reason?: Reason | null;
  /** The swap got further: failures are counted from zero again. */
  progress?: boolean;
  /** Only adds the event: neither the version nor the timer moves. */
  quiet?: boolean;
}

/** Events are chained per swap: each hash covers the one before it (function `event_hash`). An ended swap has no timer. One that waits for a person has one, and is in no lane. */
const change = `
  with swap as (
    update swaps set
      version = version + (case when $10 then 0 else 1 end),
      state = coalesce($4, state),
      funds_state = coalesce($5, funds_state),
      reason_code = case when $6 and not (state = any($12::text[]) and $4::text is null and $7::text is null)
        then $7 else reason_code end,
      reason_message = case when $6 and not (state = any($12::text[]) and $4::text is null and $7::text is null)
        then $8 else reason_message end,
      consecutive_failures = case when $9 then 0 else consecutive_failures end,
      last_event_seq = last_event_seq + 1,
      last_event_hash = event_hash(last_event_hash, id, last_event_seq + 1, now(), $2, $3),
      updated_at = now()
    where id = $1
    returning version, last_event_seq, last_event_hash
  ), event as (
    insert into events (swap_id, seq, type, at, data, hash)
    select $1, last_event_seq, $2, date_trunc('milliseconds', now()), $3::text::json, last_event_hash from swap
  ), due as (
    update timers set due_at = now() where swap_id = $1 and not $10 and not $11
  ), ended as (
    delete from timers where swap_id = $1 and $11
  ), left_lane as (
    ${deletePlace('$1')} and $13 returning swap_id
  ), called_out as (
    insert into timers (swap_id, due_at) select swap_id, now() from left_lane where not $11 on conflict (swap_id) do nothing
  )
  select version from swap`;

const statesWithLastingReason = swapStates.filter((state) => state === 'needs_review' || isEnd(state));

/** Returns the swap's new version. */
export async function changeSwap(session: SqlSession, { swapId, event, ...to }: SwapChange): Promise<number> {
  const reason = to.reason ?? null;
  const [changed] = await session.query<{ version: number }>(change, [
    swapId,
    event.type,
    encodeJson(event.data),
    to.state ?? null,
    to.fundsState ?? null,
    to.reason !== undefined || to.progress === true,
    reason && storableText(reason.code),
    reason && storableText(reason.message),
    to.progress === true,
    to.quiet === true,
    to.state !== undefined && isEnd(to.state),
    statesWithLastingReason,
    to.state !== undefined && (isEnd(to.state) || wantsPerson(to.state)),
  ]);
  if (!changed) throw stale(swapId, 'it is not there');
  return changed.version;
}
