import { type Course, courseOf, keepsReason } from '../../core/swap/course.ts';
import { type FundsState, type Reason, type SwapState, swapStates } from '../../core/swap/swap.ts';
import type { SwapEventType } from '../../ports/swap-event.ts';
import { encodeJson, storableText } from '../json.ts';
import { deletePlace } from '../lanes/leave-lane.ts';
import type { SqlParameter } from '../sql-client.ts';

/** What changes of a swap: one event, one version up, due now. */
export interface Change {
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

/** What a change means for the swap's timer, lane and order. `quiet`: nothing. */
export type ChangeCourse = Course | 'quiet';

export function courseOfChange({
  state,
  quiet = false,
}: Pick<Change, 'state' | 'quiet'>): ChangeCourse {
  return quiet ? 'quiet' : courseOf(state);
}

/**
 * What an operation adds to the statement, in SQL. Its parameters are numbered from `$1`, which is
 * the swap's id.
 */
export interface Additions {
  /** What else must hold of the row of `swaps`; where it does not, nothing is written. */
  onlyIf?: string;
  /**
   * A query of one row, which `event` may name as `before`; where it gives none, nothing is
   * written.
   */
  before?: string;
  /**
   * The event's data as text. Default: as they are given. @param given an expression: the data that
   * are given
   */
  event?: (given: string) => string;
  /** More of the set list of `swaps`. */
  also?: string;
  /**
   * CTEs that write what goes with the change. Each takes its rows from `swap`, which has one row,
   * or none where nothing is written.
   */
  writes?: readonly string[];
  /** What the statement selects from `swap`. Default: its version. */
  gives?: string;
}

const statesWithLastingReason = swapStates.filter(keepsReason);

/**
 * The part of `wait` and of all changes that chains an event: each hash covers the one before it.
 * @param data an expression
 */
export function appendedEvent(type: string, data: string): string {
  return `last_event_seq = swaps.last_event_seq + 1,
      last_event_hash = event_hash(swaps.last_event_hash, swaps.id, swaps.last_event_seq + 1, now(), ${type}, ${data})`;
}

/**
 * The text of a change in one statement; gives the swap's new version, unless told otherwise. Each
 * course has a text of its own, because a part of a statement that does nothing costs nearly as
 * much as one that does something. An ended swap has no timer. One that waits for a person has one,
 * and is in no lane.
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
    returning swaps.id, version, last_event_seq, last_event_hash, ${eventData} as event_data
  )`,
    `event as (
    insert into events (swap_id, seq, type, at, data, hash)
    select id, last_event_seq, ${type}, date_trunc('milliseconds', now()), event_data::json, last_event_hash from swap
  )`,
    ...consequences[course],
    ...writes,
  ];
  return `with ${parts.join(', ')} select ${gives} from swap`;
}

const dueNow = 'due as (update timers set due_at = now() from swap where timers.swap_id = swap.id)';
const leftLane = `left_lane as (${deletePlace('$1')} and exists (select from swap) returning swap_id)`;

const consequences: Record<ChangeCourse, readonly string[]> = {
  quiet: [],
  goes_on: [dueNow],
  waits_for_person: [
    dueNow,
    leftLane,
    `called_out as (
    insert into timers (swap_id, due_at) select swap_id, now() from left_lane on conflict (swap_id) do nothing)`,
  ],
  ends: ['ended as (delete from timers using swap where timers.swap_id = swap.id)', leftLane],
};

/** The parameters of a change, which come after those of the operation. */
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
