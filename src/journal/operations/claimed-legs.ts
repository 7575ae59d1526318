import type { SwapId } from '../../core/ids.ts';
import type { ClaimedLeg, LegPlace } from '../../ports/journal.ts';
import type { SqlSession } from '../sql-client.ts';

export function claimedLegs(session: SqlSession, places: readonly LegPlace[]): Promise<ClaimedLeg[]> {
  if (places.length === 0) return Promise.resolve([]);
  return session.query<{ chain: string; txId: string; index: number; bySwap: SwapId }>(
    `select chain, tx_id as "txId", index, swap_id as "bySwap" from legs
     where (chain, tx_id, index) in (
       select chain, tx_id, index
       from json_to_recordset($1::json) as place (chain text, tx_id text, index int)
     )`,
    [JSON.stringify(places.map(({ chain, txId, index }) => ({ chain, tx_id: txId, index })))],
  );
}
