import type { SwapId } from '../../core/ids.ts';
import { type FundsState, isEnd, type Reason, type SwapState } from '../../core/swap.ts';
import { encodeJson, storableText } from '../json.ts';
import type { SqlSession } from '../sql-client.ts';
import { stale } from './lock-swap.ts';

/** A change of a locked swap: one event, one version up, due now. */
export interface SwapChange {
  swapId: SwapId;
  event: { type: string; data: Readonly<Record<string, unknown>> };
  state?: SwapState;
  fundsState?: FundsState;
  /** `null` takes the reason away; absent leaves it, unless there is progress. */
  reason?: Reason | null;
  /** The swap got further: failures are counted from zero again. */
  progress?: boolean;
  /** Only adds the event: neither the version nor the timer moves. */
  quiet?: boolean;
}

/**
 * Events are chained per swap: each hash covers the one before it (function `event_hash`). An ended swap has no timer. One statement
 * for any number of swaps, each at most once.
 */
const change = `
  with change as (
    select * from jsonb_to_recordset($1::jsonb) as c(swap_id uuid, type text, data text, state text, funds_state text,
      sets_reason boolean, reason_code text, reason_message text, progress boolean, quiet boolean, ends boolean)
  ), swap as (
    update swaps s set
      version = s.version + (case when c.quiet then 0 else 1 end),
      state = coalesce(c.state, s.state),
      funds_state = coalesce(c.funds_state, s.funds_state),
      reason_code = case when c.sets_reason then c.reason_code else s.reason_code end,
      reason_message = case when c.sets_reason then c.reason_message else s.reason_message end,
      consecutive_failures = case when c.progress then 0 else s.consecutive_failures end,
      last_event_seq = s.last_event_seq + 1,
      last_event_hash = event_hash(s.last_event_hash, s.id, s.last_event_seq + 1, now(), c.type, c.data),
      updated_at = now()
    from change c where s.id = c.swap_id
    returning s.id, s.version, s.last_event_seq, s.last_event_hash, c.type, c.data, c.quiet, c.ends
  ), event as (
    insert into events (swap_id, seq, type, at, data, hash)
    select id, last_event_seq, type, date_trunc('milliseconds', now()), data::json, last_event_hash from swap
  ), due as (
    update timers t set due_at = now() from swap where t.swap_id = swap.id and not swap.ends and not swap.quiet
  ), ended as (
    delete from timers t using swap where t.swap_id = swap.id and swap.ends
  )
  select id as "swapId", version from swap`;

export async function changeSwaps(
  session: SqlSession,
  changes: readonly SwapChange[],
): Promise<{ swapId: SwapId; version: number }[]> {
  if (changes.length === 0) return [];
  return await session.query(change, [encodeJson(changes.map(rowOf))]);
}

/** Returns the swap's new version. */
export async function changeSwap(session: SqlSession, single: SwapChange): Promise<number> {
  const [changed] = await changeSwaps(session, [single]);
  if (!changed) throw stale(single.swapId, 'it is not there');
  return changed.version;
}

function rowOf(change: SwapChange): Record<string, unknown> {
  const reason = change.reason ?? null;
  return {
    swap_id: change.swapId,
    type: change.event.type,
    data: encodeJson(change.event.data),
    state: change.state ?? null,
    funds_state: change.fundsState ?? null,
    sets_reason: change.reason !== undefined || change.progress === true,
    reason_code: reason && storableText(reason.code),
    reason_message: reason && storableText(reason.message),
    progress: change.progress === true,
    quiet: change.quiet === true,
    ends: change.state !== undefined && isEnd(change.state),
  };
}
