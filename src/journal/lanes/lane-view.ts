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
      where before.wallet_id = place.wallet_id and before.chain = place.chain and not before.has_slot
        and (before.priority > place.priority or (before.priority = place.priority and before.position <= place.position))),
    'stop', (select row_to_json(stop) from (${selectStop('place.wallet_id', 'place.chain', 'null')}) stop))
    from lane_swaps place join lanes lane on lane.wallet_id = place.wallet_id and lane.chain = place.chain
    where place.swap_id = ${swap} and not place.has_slot`;
}

export function laneViewFromStored({ position, waiting, slots, pace }: StoredLaneView): LaneView {
  return { position, waiting, slots, ...(pace === null ? {} : { expectedWait: position * pace }) };
}
