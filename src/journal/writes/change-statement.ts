import { type Course, courseOf, keepsReason } from '../../core/swap/course.ts';
import { type FundsState, type Reason, type SwapState, swapStates } from '../../core/swap/swap.ts';
import type { SwapEventType } from '../../ports/swap-event.ts';
import { encodeJson, storableText } from '../json.ts';
import { deleteLaneEntry } from '../lanes/leave-lane.ts';
import type { SqlParameter } from '../sql-client.ts';

/** A change of a swap: it adds one event, raises the version by one and makes the swap due now. */
export interface Change {
  event: { type: SwapEventType; data: Readonly<Record<string, unknown>> };
  state?: SwapState;
  fundsState?: FundsState;
  /**
   * `null` removes the reason. If absent, the reason stays unless `progress` is set. A swap in
   * `needs_review` or a terminal state keeps its reason until its state changes or it gets another
   * one.
   */
  reason?: Reason | null;
  /** The swap got further: its count of consecutive failures becomes 0. */
  progress?: boolean;
  /** Only adds the event: the version and the timer stay. */
  quiet?: boolean;
}

/** What a change does to the swap's timer, lane and order. `quiet`: nothing. */
export type ChangeCourse = Course | 'quiet';

export function courseOfChange({
  state,
  quiet = false,
}: Pick<Change, 'state' | 'quiet'>): ChangeCourse {
  return quiet ? 'quiet' : courseOf(state);
}

/**
 * What an operation adds to the statement, in SQL. Its parameters are numbered from `$1`, the
 * swap's id.
 */
export interface Additions {
  /** A further condition on the row of `swaps`. If it fails, nothing is written. */
  onlyIf?: string;
  /**
   * A query of one row, which `event` may use as `before`. If it returns none, nothing is written.
   */
  before?: string;
  /**
   * The event's data as text. Default: the given data.
   * @param given an expression for the given data
   */
  event?: (given: string) => string;
  /** Further assignments to `swaps`. */
  also?: string;
  /**
   * CTEs that write with the change. Each selects from `swap`, which has one row, or none if
   * nothing is written.
   */
  writes?: readonly string[];
  /** What the statement selects from `swap`. Default: its version. */
  gives?: string;
}

const statesWithLastingReason = swapStates.filter(keepsReason);

/** The number of this transaction in the feed of events; in SQL. */
export const transactionNumber =
  'pg_current_xact_id()::text::bigint + (select transaction_offset from event_feed)';

/** The columns of an event, in the order of `appendedColumns`. */
export const eventColumns =
  'swap_id, seq, type, at, data, hash, state, funds_state, transaction_number';

/**
 * Selects an event from the row of its swap, as `appendedEvent` left it.
 * @param type an expression
 * @param data an expression
 */
export function appendedColumns(type: string, data: string): string {
  return `id, last_event_seq, ${type}, date_trunc('milliseconds', now()), ${data}::json, last_event_hash,
      state, funds_state, last_event_transaction`;
}

/** The columns of `swaps` that `appendedColumns` reads. */
export const appendedFrom =
  'swaps.id, last_event_seq, last_event_hash, swaps.state, funds_state, last_event_transaction';

/**
 * The assignments that `wait` and all changes use to chain an event: each hash covers the one
 * before it. A swap's events are in order in the feed too, even if the transaction with the earlier
 * id wrote the later event.
 * @param data an expression
 */
export function appendedEvent(type: string, data: string): string {
  return `last_event_transaction = greatest(swaps.last_event_transaction, ${transactionNumber}),
      last_event_seq = swaps.last_event_seq + 1,
      last_event_hash = event_hash(swaps.last_event_hash, swaps.id, swaps.last_event_seq + 1, now(), ${type}, ${data})`;
}

/**
 * The text of a change in one statement; by default it returns the swap's new version. Each course
 * has its own text, because a part of a statement that does nothing costs nearly as much as one
 * that does. An ended swap has no timer. One that waits for a person has a timer and no lane.
 */
export function changeStatement(
  course: ChangeCourse,
  { onlyIf, before, event, also, writes = [], gives = 'version' }: Additions = {},
): string {
  const own = ['$1', onlyIf, before, also, ...writes].join(' ').matchAll(/\$(\d+)/g);
  const last = Math.max(...Array.from(own, ([, number]) => Number(number)));
  const [type, data, state, fundsState, touchesReason, code, message, progress] = Array.from(
    { length: 8 },
    (_, index) => `$${last + 1 + index}`,
  ) as [string, string, string, string, string, string, string, string];
  const eventData = event?.(`${data}::text`) ?? `${data}::text`;
  const changesReason = `${touchesReason}::boolean and not (swaps.state in (${statesWithLastingReason.map((one) => `'${one}'`).join(', ')})
        and ${state}::text is null and ${code}::text is null)`;
  const parts = [
    ...(before === undefined ? [] : [`before as (${before})`]),
    `swap as (
    update swaps set
      ${course === 'quiet' ? '' : 'version = swaps.version + 1,'}
      state = coalesce(${state}, swaps.state),
      funds_state = coalesce(${fundsState}, swaps.funds_state),
      reason_code = case when ${changesReason} then ${code} else swaps.reason_code end,
      reason_message = case when ${changesReason} then ${message} else swaps.reason_message end,
      consecutive_failures = case when ${progress}::boolean then 0 else swaps.consecutive_failures end,
      ${appendedEvent(type, eventData)},
      updated_at = now()${also === undefined ? '' : `, ${also}`}
    ${before === undefined ? '' : 'from before'}
    where swaps.id = $1 ${onlyIf === undefined ? '' : `and ${onlyIf}`}
    returning ${appendedFrom}, version, ${eventData} as event_data
  )`,
    `event as (
    insert into events (${eventColumns})
    select ${appendedColumns(type, 'event_data')} from swap
  )`,
    ...consequences[course],
    ...writes,
  ];
  return `with ${parts.join(', ')} select ${gives} from swap`;
}

const dueNow = 'due as (update timers set due_at = now() from swap where timers.swap_id = swap.id)';
const leftLane = `left_lane as (${deleteLaneEntry('$1')} and exists (select from swap) returning swap_id)`;

const consequences: Record<ChangeCourse, readonly string[]> = {
  quiet: [],
  goes_on: [dueNow],
  waits_for_person: [
    dueNow,
    leftLane,
    `timer as (
    insert into timers (swap_id, due_at) select swap_id, now() from left_lane on conflict (swap_id) do nothing)`,
  ],
  ends: ['ended as (delete from timers using swap where timers.swap_id = swap.id)', leftLane],
};

/** The parameters of a change. They follow those of the operation. */
export function changeParameters({
  event,
  state,
  fundsState,
  reason,
  progress = false,
}: Change): SqlParameter[] {
  return [
    event.type,
    encodeJson(event.data),
    state ?? null,
    fundsState ?? null,
    reason !== undefined || progress,
    reason ? storableText(reason.code) : null,
    reason ? storableText(reason.message) : null,
    progress,
  ];
}
