import type { ChainName } from '../../core/swap/chains.ts';
import type { Versioned } from '../../ports/stores/versioned.ts';
import { storableText } from '../json.ts';
import type { SqlSession } from '../sql-client.ts';
import { changeAtVersion, changeAtVersionStatement } from '../writes/change-at-version.ts';
import { lockSwapAt } from '../writes/lock-swap.ts';

/**
 * SQL: assignments to `swaps`. The first time of each status stays.
 * @param status an expression
 */
const askedNow = (status: string): string => `router_asked_at = now(),
  router_first_asked_at = coalesce(swaps.router_first_asked_at, now()),
  router_status_times = jsonb_build_object(${status}::text, (extract(epoch from date_trunc('milliseconds', now())) * 1000)::bigint)
    || swaps.router_status_times`;

/**
 * While the status stays the same, so does the stored transaction, unless the router reports
 * another one.
 */
const repeat = `
  with swap as (
    update swaps set version = version + 1, ${askedNow('$3')}
    where id = $1 and version = $2 and router_status = $3
      and ($4::text is null or (router_destination_chain, router_destination_tx_id) is not distinct from ($4::text, $5::text))
    returning id
  ), due as (
    update timers set due_at = now() from swap where timers.swap_id = swap.id
  )
  select id from swap`;

const change = changeAtVersionStatement({
  also: `router_status = $3, router_destination_chain = $4, router_destination_tx_id = $5, ${askedNow('$3')}`,
});

/** For repeated polls: the same status raises the version, but adds no event and is no progress. */
export async function recordStatus(
  session: SqlSession,
  request: Versioned & { status: string; destination?: { chain: ChainName; txId: string } },
): Promise<void> {
  const { swapId, version, destination } = request;
  const status = storableText(request.status);
  const own = [status, destination?.chain ?? null, destination?.txId ?? null];
  const repeated = await session.query(repeat, [swapId, version, ...own]);
  if (repeated.length > 0) return;
  const event = { type: 'status_received', data: { status, destination } } as const;
  await changeAtVersion(session, change, { swapId, version, own, event, progress: true }, () =>
    lockSwapAt(session, request),
  );
}
