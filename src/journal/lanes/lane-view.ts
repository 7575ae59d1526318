import type { LaneView } from '../../ports/stores/lane-store.ts';
import { type StopRow, selectStop } from '../rows/stop-row.ts';

export interface StoredLaneView {
  position: number;
  waiting: number;
  slots: number;
  pace: number | null;
  /** Why the lane admits no swaps now. */
  stop: StopRow | null;
}

/**
 * SQL: a `StoredLaneView` of the lane in which the swap waits, as JSON; null if it waits in none.
 */
export function selectLaneView(swap: string): string {
  return `select json_build_object('waiting', lane.waiting, 'slots', lane.slots, 'pace', lane.pace, 'position', (
      select count(*) from lane_swaps before
      where before.wallet_id = entry.wallet_id and before.chain = entry.chain and not before.has_slot
        and (before.priority > entry.priority or (before.priority = entry.priority and before.position <= entry.position))),
    'stop', (select row_to_json(stop) from (${selectStop('entry.wallet_id', 'entry.chain', 'null', 'null')}) stop))
    from lane_swaps entry join lanes lane on lane.wallet_id = entry.wallet_id and lane.chain = entry.chain
    where entry.swap_id = ${swap} and not entry.has_slot`;
}

export function laneViewFromStored({ position, waiting, slots, pace }: StoredLaneView): LaneView {
  return { position, waiting, slots, ...(pace === null ? {} : { expectedWait: position * pace }) };
}
