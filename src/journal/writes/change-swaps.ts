import type { SwapId } from '../../core/swap/ids.ts';
import type { Versioned } from '../../ports/stores/versioned.ts';
import { encodeJson } from '../json.ts';
import type { SqlSession } from '../sql-client.ts';
import { appendedColumns, appendedEvent, appendedFrom, eventColumns } from './change-statement.ts';
import { changeSwap, type SwapChange } from './change-swap.ts';
import { stale } from './lock-swap.ts';

/**
 * Does in one statement for several swaps what `changeSwap` does for one. Postgres plans it for
 * each list, which takes as long as the rest.
 */
const changes = `
  with given as (
    select * from unnest($1::uuid[], $2::text[], $3::text[]) as given(swap_id, type, data)
  ), swap as (
    update swaps set
      version = swaps.version + 1,
      ${appendedEvent('given.type', 'given.data')},
      updated_at = now()
    from given where id = given.swap_id
    returning ${appendedFrom}, version, given.type, given.data
  ), event as (
    insert into events (${eventColumns})
    select ${appendedColumns('type', 'data')} from swap
  ), due as (
    update timers set due_at = now() from swap where timers.swap_id = swap.id
  )
  select id as "swapId", version from swap order by id`;

/**
 * Changes locked swaps without a change of state: each gets one event, a version raised by one, and
 * is due now. `events` has each swap once. Returns their new versions.
 */
export async function changeSwaps(
  session: SqlSession,
  events: ReadonlyMap<SwapId, SwapChange['event']>,
): Promise<Versioned[]> {
  if (events.size === 0) return [];
  const given = [...events];
  const [first] = given;
  if (given.length === 1 && first) {
    const [swapId, event] = first;
    return [{ swapId, version: await changeSwap(session, { swapId, event }) }];
  }
  const changed = await session.query<Versioned>(changes, [
    given.map(([swapId]) => swapId),
    given.map(([, { type }]) => type),
    given.map(([, { data }]) => encodeJson(data)),
  ]);
  const missing = given.find(([swapId]) => !changed.some((one) => one.swapId === swapId));
  if (missing) throw stale(missing[0], 'it does not exist');
  return changed;
}
