import type { WalletId } from '../../core/swap/ids.ts';
import { laneRuleOf } from '../../core/swap/lane-rule.ts';
import type { DueLane, LaneEntry } from '../../ports/stores/lane-store.ts';
import type { SqlSession } from '../sql-client.ts';
import { hasNotEnded } from '../writes/change-at-version.ts';
import { stale } from '../writes/lock-swap.ts';
import { latestCheck } from './due-lanes.ts';

/** SQL: as `deadlineOf`, of a swap that is not held. */
const latestToSign = `(
  select case when held_until is null or latest is null then own
    else least(latest, greatest(own, held_until + (own - created_at))) end
  from (select to_timestamp((job->>'deadline')::numeric / 1000.0) as own,
    to_timestamp((job->>'deadlineIfHeld')::numeric / 1000.0) as latest) deadlines)`;

/** Above all priorities that a job may have. */
const urgent = 1_000;

/** SQL: creates the lane by its rule if needed. Parameters: slots, together, returned at. */
export function insertLane(from: string, parameters: readonly [string, string, string]): string {
  const [slots, together, returnedAt] = parameters;
  return `insert into lanes (wallet_id, chain, slots, together, returned_at)
    select wallet_id, chain, ${slots}::int, ${together}::boolean, ${returnedAt}::text from ${from}
    on conflict (wallet_id, chain) do nothing`;
}

/**
 * Enters the lane only if the swap is unchanged since it was read, so that no event is missed. A
 * swap past its deadline that still signs is fetching money; it leaves the lane now and then to
 * check whether that is still needed. An ended swap signs nothing new, and its timer follows it.
 * Throws `JOURNAL_STALE`.
 */
export async function enterLane(
  session: SqlSession,
  { swapId, version, holder, chain, family, isUrgent }: LaneEntry,
): Promise<DueLane> {
  const rule = laneRuleOf(family);
  // A claim may have to be signed on another chain than the last decision assumed.
  if (isUrgent) {
    await session.query(
      `with swap as (select id from swaps where id = $1 for no key update)
       delete from lane_swaps using swap where lane_swaps.swap_id = swap.id and lane_swaps.chain <> $2`,
      [swapId, chain],
    );
  }
  const [entered] = await session.query<{ wallet_id: WalletId; admitted: bigint | null }>(
    `with swap as (
       select id, wallet_id, $3::text as chain, position, job, created_at, held_until from swaps where id = $1 and version = $2 and ${hasNotEnded} for no key update
     ), timer as (
       delete from timers using swap where timers.swap_id = swap.id and timers.locked_by = $4 returning timers.swap_id
     ), entering as (
       select swap.* from swap join timer on timer.swap_id = swap.id
     ), lane as (
       ${insertLane('entering', ['$5', '$6', '$7'])}
     )
     insert into lane_swaps as entry (swap_id, wallet_id, chain, priority, position, deadline)
     select id, wallet_id, chain, coalesce((job->>'priority')::int, 0) + $8::int, position,
       case when deadline.at > now() then deadline.at else ${latestCheck} end
     from entering cross join lateral (select ${latestToSign} as at) deadline
     on conflict (swap_id) do update set has_slot = false, priority = excluded.priority, deadline = excluded.deadline
     returning wallet_id, (select admitted from lanes where lanes.wallet_id = entry.wallet_id and lanes.chain = entry.chain) as admitted`,
    [
      swapId,
      version,
      chain,
      holder,
      rule.slots,
      rule.together,
      rule.returnedAt,
      isUrgent ? urgent : 0,
    ],
  );
  if (!entered)
    throw stale(
      swapId,
      `it is not at version ${version}, has ended, or ${holder} does not hold its lock`,
    );
  return { walletId: entered.wallet_id, chain, version: Number(entered.admitted ?? 0) };
}
