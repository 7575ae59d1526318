import { type AttributionRequest, fittingOf } from '../../core/settlement/settlement.ts';
import type { SwapId } from '../../core/swap/ids.ts';
import type { LegKey } from '../../ports/stores/attribution-store.ts';
import type { SqlSession } from '../sql-client.ts';
import { placeRows } from './attributed-legs.ts';
import { competitors } from './competitors.ts';
import { refundCompetitors } from './refund-competitors.ts';

/** Since when a transfer is known to be on its chain, in milliseconds of the journal's clock. */
export type ObservedTransfer = LegKey & { at: number };

/**
 * SQL: rows of `ObservedTransfer`, for those that were recorded. @param places an SQL expression of
 * `placeRows`
 */
export function selectObserved(places: string): string {
  return `
    select given.chain, given.tx_id as "txId", given.index,
      floor(extract(epoch from observed.observed_at) * 1000)::float8 as at
    from json_to_recordset(${places}::json) as given (chain text, tx_id text, index int)
    join observed_transfers observed using (chain, tx_id, index)`;
}

/**
 * Where swaps that wait for their deposit compete for the transfers: records that these are on
 * their chain now, and asks for another look at the addresses. Once one that began after this has
 * shown an address empty, its swap can own none of them.
 */
export async function recordObserved(
  session: SqlSession,
  id: SwapId,
  request: AttributionRequest,
): Promise<void> {
  const { rule } = request;
  const candidates = fittingOf(request);
  const competing =
    rule === 'refund'
      ? await refundCompetitors(session, id)
      : await competitors(session, id, rule === 'other_token');
  const unpaid = competing.flatMap((one) => (one.noDepositUntil === undefined ? [] : [one.swapId]));
  if (unpaid.length === 0 || candidates.length === 0) return;
  await session.query(
    `insert into observed_transfers (chain, tx_id, index)
     select given.chain, given.tx_id, given.index
     from json_to_recordset($1::json) as given (chain text, tx_id text, index int)
     order by given.tx_id, given.index
     on conflict do nothing`,
    [placeRows(candidates)],
  );
  // Where a person is waited for, looks never stop; elsewhere the next one may be an hour away.
  await session.query(
    `update orders o set deposit_looked_at = null
     from swaps s
     where o.swap_id = s.id and s.id = any($1::uuid[]) and s.state <> 'awaiting_deposit' and o.deposit_watched_until > now()
       and o.deposit_looked_at is not null
       and exists (
         select from json_to_recordset($2::json) as given (chain text, tx_id text, index int)
         join observed_transfers observed using (chain, tx_id, index)
         where observed.observed_at >= coalesce(o.deposit_seen_until, '-infinity'))`,
    [unpaid, placeRows(candidates)],
  );
}
