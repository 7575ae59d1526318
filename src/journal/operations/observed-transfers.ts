import { type AttributionRequest, fittingOf } from '../../core/settlement/settlement.ts';
import type { SwapId } from '../../core/swap/ids.ts';
import type { LegKey } from '../../ports/stores/attribution-store.ts';
import type { SqlSession } from '../sql-client.ts';
import { legKeyRows } from './attributed-legs.ts';
import { competitors } from './competitors.ts';
import { refundCompetitors } from './refund-competitors.ts';

/** Since when a transfer is known to be on its chain, in milliseconds of the journal's clock. */
export type ObservedTransfer = LegKey & { at: number };

/**
 * SQL: rows of `ObservedTransfer` for the transfers that were recorded.
 * @param keys an SQL expression for the result of `legKeyRows`
 */
export function selectObserved(keys: string): string {
  return `
    select given.chain, given.tx_id as "txId", given.index,
      floor(extract(epoch from observed.observed_at) * 1000)::float8 as at
    from json_to_recordset(${keys}::json) as given (chain text, tx_id text, index int)
    join observed_transfers observed using (chain, tx_id, index)`;
}

/**
 * If swaps that wait for a deposit compete for the transfers, records that these are on their chain
 * now, and schedules another check of the deposit addresses. If a check that began later finds an
 * address empty, its swap cannot own any of the transfers.
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
    [legKeyRows(candidates)],
  );
  // Targets in `awaiting_deposit` are checked all the time; the next check of others may be an hour
  // away.
  await session.query(
    `update orders o set deposit_looked_at = null
     from swaps s
     where o.swap_id = s.id and s.id = any($1::uuid[]) and s.state <> 'awaiting_deposit' and o.deposit_watched_until > now()
       and o.deposit_looked_at is not null
       and exists (
         select from json_to_recordset($2::json) as given (chain text, tx_id text, index int)
         join observed_transfers observed using (chain, tx_id, index)
         where observed.observed_at >= coalesce(o.deposit_seen_until, '-infinity'))`,
    [unpaid, legKeyRows(candidates)],
  );
}
