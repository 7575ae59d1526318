import type { Recognition, SigningLogPosition } from '../../ports/stores/recovery-store.ts';
import { encodeJson } from '../json.ts';
import { onlyRow } from '../only-row.ts';
import { isOpenLoss, isUnread } from '../recovery/is-recovering.ts';
import type { SqlSession } from '../sql-client.ts';

/**
 * Selects a `Recognition`. It runs before every signature, so it uses keys only. An entry with a
 * higher number than any given here is unknown even if its id is known: a lost transaction may have
 * been signed again, byte for byte, in a history that is lost as well.
 * @param positions, log SQL expressions: the result of `positionsParameter`, and the id of a
 * signing log
 */
export function selectRecognition(positions: string, log: string): string {
  return `with journal as materialized (select id, committed, epoch from journal_instance limit 1)
    select journal.id as "instanceId", journal.epoch, journal.committed,
      (select coalesce(json_agg(json_build_object('chain', e.chain, 'txId', e."txId") order by e.chain, e."txId"), '[]')
       from jsonb_to_recordset(${positions}::jsonb) as e(chain text, "txId" text, sequence bigint, "swapId" uuid)
         left join attempts a on a.chain = e.chain and a.tx_id = e."txId"
         left join boosts b on b.chain = e.chain and b.tx_id = e."txId"
         left join lost_attempts l on l.chain = e.chain and l.tx_id = e."txId" and l.swap_id = e."swapId"
       where e.sequence > journal.committed or (a.tx_id is null and b.tx_id is null and l.tx_id is null)) as unknown,
      (select count(*)::int from lost_attempts where ${isOpenLoss}) as "openLosses",
      coalesce((select case when read_epoch < journal.epoch then 'unread' else 'read' end
        from signing_logs where id = ${log}::uuid), 'unknown') as log,
      (select coalesce(json_agg(host order by host), '[]') from signing_logs
       where ${isUnread}) as "missingLogs"
    from journal`;
}

export function positionsParameter(positions: readonly SigningLogPosition[]): string {
  return encodeJson(
    positions.map(({ chain, txId, sequence, swapId }) => ({ chain, txId, sequence, swapId })),
  );
}

const recognition = selectRecognition('$1', '$2');

export async function recognize(
  session: SqlSession,
  positions: readonly SigningLogPosition[],
  log?: string,
): Promise<Recognition> {
  return onlyRow(
    await session.query<Recognition>(recognition, [positionsParameter(positions), log ?? null]),
  );
}
