import type { SwapId } from '../../core/swap/ids.ts';
import type { Admission, AdmissionRequest, Lane } from '../../ports/stores/lane-store.ts';
import { selectOccupying } from '../lease/select-occupying.ts';
import { selectStop } from '../rows/stop-row.ts';
import type { SqlSession } from '../sql-client.ts';
import { lookAgain } from './due-lanes.ts';

interface AdmittedRow {
  swap_ids: SwapId[];
  version: bigint;
  has_next: boolean;
}

/** SQL: the order in which the swaps of a lane have their turn. */
export const byTurn = 'priority desc, position';

/** More than go together in any family. */
const most = 255;

/** SQL: how many swaps the lane of wallet $1 on chain $2 admits at once. */
export const atOnce = `(select case when together then least(slots, ${most}) else 1 end from lanes where wallet_id = $1 and chain = $2)`;

/**
 * SQL: what keeps a lane from admitting anyone. A frozen wallet does not: its swaps are told so,
 * and want a person.
 */
const isStopped = `exists (select from (${selectStop('$1::uuid', '$2::text', 'null')}) stop where stop.scope <> 'frozen')`;

/** SQL: milliseconds since the last admission. */
const gap = `(extract(epoch from clock_timestamp() - admitted_at) * 1000)`;

/**
 * Two workers may admit at once: each takes other swaps (`skip locked`), and the lane's row, which
 * they change one after the other, counts the slots. What finds no slot any more stays as it was.
 */
const admitNext = `
  with next as (
    select swap_id, row_number() over (order by ${byTurn}) as rank from (
      select swap_id, priority, position from lane_swaps
      where wallet_id = $1 and chain = $2 and not has_slot
      order by ${byTurn}
      limit ${atOnce}
      for update skip locked) waiting
  ), lane as (
    update lanes set
      used = used + taken.count, waiting = waiting - taken.count, admitted = admitted + taken.count,
      admitting = taken.count, admitted_at = clock_timestamp(), has_backlog = waiting > taken.count,
      -- Only while swaps wait: how long nobody came says nothing.
      pace = case when not has_backlog then pace else coalesce(0.8 * pace + 0.2 * ${gap} / taken.count, ${gap}) end,
      due_at = case
        when waiting = taken.count then null
        when not together and used + taken.count < slots then least(due_at, now())
        else least(${lookAgain}, (
          select min(deadline) from lane_swaps
          where wallet_id = $1 and chain = $2 and not has_slot and swap_id not in (select swap_id from next))) end
    from (select count(*)::int as count from next) taken
    where lanes.wallet_id = $1 and lanes.chain = $2 and taken.count > 0
      and used < case when together then 1 else slots end
      and not ${isStopped} and not exists (${selectOccupying('$1', '$2')})
    returning lanes.*
  ), admitted as (
    update lane_swaps place set has_slot = true from next, lane
    where place.swap_id = next.swap_id and next.rank <= lane.admitting
    returning place.swap_id
  ), timer as (
    insert into timers as timer (swap_id, due_at, locked_by, locked_until)
    select swap_id, now(), $3, now() + $4::float8 * interval '1 millisecond' from admitted
    on conflict (swap_id) do update set locked_by = excluded.locked_by, locked_until = excluded.locked_until
  )
  select array(select swap_id from admitted) as swap_ids, admitted as version, coalesce(due_at <= now(), false) as has_next
  from lane`;

/**
 * SQL: the lane is due next at a time or at its next deadline. The timers of swaps whose deadline
 * has passed are due.
 */
const dueAgain = (at: string, condition: string): string => `
  with lane as (
    update lanes set due_at = case when waiting = 0 then null else least(${at}, (
      select min(deadline) from lane_swaps where wallet_id = $1 and chain = $2 and not has_slot and deadline > now())) end
    where wallet_id = $1 and chain = $2 and due_at <= now() and (${condition})
    returning wallet_id
  ), expired as (
    -- Whoever has locked one of them waits for the lane by now.
    delete from lane_swaps using lane where lane_swaps.swap_id in (
      select swap_id from lane_swaps where wallet_id = $1 and chain = $2 and not has_slot and deadline <= now()
      for update skip locked) returning swap_id
  )
  insert into timers (swap_id, due_at) select swap_id, now() from expired on conflict (swap_id) do nothing`;

/**
 * The lane is full, stopped or empty: it is looked at when something changes, when the next
 * deadline has passed, or soon.
 */
const lookLater = dueAgain(
  lookAgain,
  `waiting = 0 or used >= case when together then 1 else slots end or ${isStopped} or exists (${selectOccupying('$1', '$2')})`,
);

const postpone = dueAgain(`now() + $3::float8 * interval '1 millisecond'`, 'true');

export async function admit(
  session: SqlSession,
  { walletId, chain, holder, ttl }: AdmissionRequest,
): Promise<Admission> {
  const [admitted] = await session.query<AdmittedRow>(admitNext, [walletId, chain, holder, ttl]);
  if (!admitted) {
    await session.query(lookLater, [walletId, chain]);
    return { swaps: [], hasNext: false };
  }
  return {
    swaps: admitted.swap_ids,
    lane: { walletId, chain, version: Number(admitted.version) },
    hasNext: admitted.has_next,
  };
}

export async function postponeLane(
  session: SqlSession,
  { walletId, chain, delay }: Lane & { delay: number },
): Promise<void> {
  await session.query(postpone, [walletId, chain, delay]);
}
