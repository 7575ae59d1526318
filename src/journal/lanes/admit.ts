import type { SwapId } from '../../core/swap/ids.ts';
import type { Admission, AdmissionRequest, Lane } from '../../ports/stores/lane-store.ts';
import { selectOccupying } from '../lease/select-occupying.ts';
import { selectStop } from '../rows/stop-row.ts';
import type { SqlSession } from '../sql-client.ts';
import { latestCheck } from './due-lanes.ts';

interface AdmittedRow {
  swap_ids: SwapId[];
  version: bigint;
  has_next: boolean;
}

/** SQL: the order in which a lane admits its swaps. */
export const laneOrder = 'priority desc, position';

/** More than any family puts into one transaction. */
const maxTogether = 255;

/** SQL: how many swaps the lane of wallet $1 on chain $2 admits at once. */
export const atOnce = `(select case when together then least(slots, ${maxTogether}) else 1 end from lanes where wallet_id = $1 and chain = $2)`;

/**
 * SQL: whether something stops a lane from admitting swaps. A frozen wallet does not: its swaps are
 * admitted, so that they report it and wait for a person.
 */
const isStopped = `exists (select from (${selectStop('$1::uuid', '$2::text', 'null', 'null')}) stop where stop.scope <> 'frozen')`;

/** SQL: milliseconds since the last admission. */
const gap = `(extract(epoch from clock_timestamp() - admitted_at) * 1000)`;

/**
 * Two workers may admit at once: each takes other swaps (`skip locked`), and each updates the
 * lane's row in turn, which counts the slots. A swap that finds no free slot stays in the lane.
 */
const admitNext = `
  with next as (
    select swap_id, row_number() over (order by ${laneOrder}) as rank from (
      select swap_id, priority, position from lane_swaps
      where wallet_id = $1 and chain = $2 and not has_slot
      order by ${laneOrder}
      limit ${atOnce}
      for update skip locked) waiting
  ), lane as (
    update lanes set
      used = used + taken.count, waiting = waiting - taken.count, admitted = admitted + taken.count,
      admitting = taken.count, admitted_at = clock_timestamp(), has_backlog = waiting > taken.count,
      -- Only if swaps wait: an empty lane has no pace.
      pace = case when not has_backlog then pace else coalesce(0.8 * pace + 0.2 * ${gap} / taken.count, ${gap}) end,
      due_at = case
        when waiting = taken.count then null
        when not together and used + taken.count < slots then least(due_at, now())
        else least(${latestCheck}, (
          select min(deadline) from lane_swaps
          where wallet_id = $1 and chain = $2 and not has_slot and swap_id not in (select swap_id from next))) end
    from (select count(*)::int as count from next) taken
    where lanes.wallet_id = $1 and lanes.chain = $2 and taken.count > 0
      and used < case when together then 1 else slots end
      and not ${isStopped} and not exists (${selectOccupying('$1', '$2')})
    returning lanes.*
  ), admitted as (
    update lane_swaps entry set has_slot = true from next, lane
    where entry.swap_id = next.swap_id and next.rank <= lane.admitting
    returning entry.swap_id
  ), timer as (
    insert into timers as timer (swap_id, due_at, locked_by, locked_until)
    select swap_id, now(), $3, now() + $4::float8 * interval '1 millisecond' from admitted
    on conflict (swap_id) do update set locked_by = excluded.locked_by, locked_until = excluded.locked_until
  )
  select array(select swap_id from admitted) as swap_ids, admitted as version, coalesce(due_at <= now(), false) as has_next
  from lane`;

/**
 * SQL: sets when the lane is due next: at a time, or at its next deadline if that is earlier. Makes
 * the timers of swaps due whose deadline has passed.
 */
const dueAgain = (at: string, condition: string): string => `
  with lane as (
    update lanes set due_at = case when waiting = 0 then null else least(${at}, (
      select min(deadline) from lane_swaps where wallet_id = $1 and chain = $2 and not has_slot and deadline > now())) end
    where wallet_id = $1 and chain = $2 and due_at <= now() and (${condition})
    returning wallet_id
  ), expired as (
    -- A worker that holds one of these locks is waiting for the lane's row.
    delete from lane_swaps using lane where lane_swaps.swap_id in (
      select swap_id from lane_swaps where wallet_id = $1 and chain = $2 and not has_slot and deadline <= now()
      for update skip locked) returning swap_id
  )
  insert into timers (swap_id, due_at) select swap_id, now() from expired on conflict (swap_id) do nothing`;

/**
 * The lane is full, stopped or empty. The next check is at a change, at the next deadline, or soon.
 */
const checkLater = dueAgain(
  latestCheck,
  `waiting = 0 or used >= case when together then 1 else slots end or ${isStopped} or exists (${selectOccupying('$1', '$2')})`,
);

const postpone = dueAgain(`now() + $3::float8 * interval '1 millisecond'`, 'true');

export async function admit(
  session: SqlSession,
  { walletId, chain, holder, ttl }: AdmissionRequest,
): Promise<Admission> {
  const [admitted] = await session.query<AdmittedRow>(admitNext, [walletId, chain, holder, ttl]);
  if (!admitted) {
    await session.query(checkLater, [walletId, chain]);
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
