import type { AttemptId } from '../../core/ids.ts';
import type { LedgerEntry } from '../../ports/ledger.ts';
import type { SqlSession } from '../sql-client.ts';

export async function signedRecord(session: SqlSession, id: AttemptId): Promise<LedgerEntry | undefined> {
  const [entry] = await session.query<LedgerEntry>(
    `with recursive attempt as (
       select a.chain, a.tx_id, a.kind, a.signed_at, l.account, l.nonce, st.kind as step, st.swap_id
       from attempts a join leases l on l.id = a.lease_id join lease_steps ls on ls.lease_id = l.id
       join steps st on st.id = ls.step_id
       where a.id = $1
     ), retries(id, idem_key, retry_of, distance) as (
       select s.id, s.idem_key, s.retry_of, 0 from swaps s join attempt on attempt.swap_id = s.id
       union all
       select s.id, s.idem_key, s.retry_of, r.distance + 1 from swaps s join retries r on r.retry_of = s.id
     )
     select (select id from journal_instance) as "instanceId", a.chain, a.tx_id as "txId", a.account, a.nonce,
       s.id as "swapId", s.idem_key as "idempotencyKey", a.step, a.kind, a.signed_at as "signedAt",
       coalesce((select json_agg(json_build_object('swapId', r.id, 'idempotencyKey', r.idem_key) order by r.distance)
         from retries r where r.distance > 0), '[]') as retries
     from attempt a join swaps s on s.id = a.swap_id`,
    [id],
  );
  return entry;
}
