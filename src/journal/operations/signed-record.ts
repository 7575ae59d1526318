import type { AttemptId, SwapId } from '../../core/ids.ts';
import type { LedgerEntry } from '../../ports/ledger.ts';
import type { SqlSession } from '../sql-client.ts';

export async function signedRecord(session: SqlSession, id: AttemptId): Promise<LedgerEntry | undefined> {
  const [entry] = await session.query<LedgerEntry & { retryOf: SwapId | null }>(
    `select (select id from journal_instance) as "instanceId", a.chain, a.tx_id as "txId", l.account, l.nonce,
       s.id as "swapId", s.idem_key as "idempotencyKey", s.retry_of as "retryOf", st.kind as step, a.kind, a.signed_at as "signedAt"
     from attempts a join leases l on l.id = a.lease_id join lease_steps ls on ls.lease_id = l.id
     join steps st on st.id = ls.step_id join swaps s on s.id = st.swap_id
     where a.id = $1`,
    [id],
  );
  if (!entry) return undefined;
  const { retryOf, ...attempt } = entry;
  return { ...attempt, ...(retryOf === null ? {} : { retryOf }) };
}
