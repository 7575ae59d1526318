import type { SwapId } from '../../core/swap/ids.ts';
import type { DueLane } from '../../ports/stores/lane-store.ts';
import type { Sweep } from '../../ports/stores/schedule-store.ts';
import { selectDueLanes } from '../lanes/due-lanes.ts';
import type { SqlSession } from '../sql-client.ts';
import { dueTimers } from './due-swaps.ts';

interface Row {
  swapId: SwapId | null;
  version: number | null;
  next: number | null;
  lanes: DueLane[];
  bulk: boolean;
}

/**
 * A due and locked swap is due again when its lock expires. Of the later timers only the first is
 * read: if it is locked too, the sweep at that time finds out.
 */
export async function sweep(session: SqlSession, limit: number): Promise<Sweep> {
  const rows = await session.query<Row>(
    `with due as (${dueTimers('$1')}), next as (
       select extract(epoch from least(
         (select due_at from timers where due_at > now() order by due_at limit 1),
         (select min(locked_until) from timers where due_at <= now() and locked_until > now())) - now())::float8 * 1000 as next,
         (select coalesce(json_agg(lane), '[]') from (${selectDueLanes('$1')}) lane) as lanes,
         exists (select from bulk_actions where state = 'running') as bulk
     )
     select due.swap_id as "swapId", swaps.version, next.next, next.lanes, next.bulk
     from next left join (due join swaps on swaps.id = due.swap_id) on true order by due.due_at`,
    [limit],
  );
  const due = rows.flatMap(({ swapId, version }) =>
    swapId === null || version === null ? [] : [{ swapId, version }],
  );
  const { next = null, lanes = [], bulk = false } = rows[0] ?? {};
  return { due, lanes, ...(bulk ? { bulk } : {}), ...(next === null ? {} : { nextIn: next }) };
}
