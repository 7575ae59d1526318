import type { LeaseId } from '../../core/ids.ts';
import type { ObservationRecord } from '../../ports/journal.ts';
import type { SqlSession } from '../sql-client.ts';
import { type News, observedColumns, observedRows } from './find-news.ts';

/** Writes what `findNews` found. Inclusion is cleared before it is set: a reorg may swap which attempt of a lease is included. */
export async function applyNews(session: SqlSession, record: ObservationRecord, news: readonly News[]): Promise<void> {
  const changed = news.filter(({ kind }) => kind === 'changed');
  if (changed.length > 0) await storeInclusion(session, record, changed);
  const progressed = news.flatMap(({ kind, attempt_id: id }) => (kind === 'progressed' && id ? [id] : []));
  if (progressed.length > 0) {
    await session.query(
      `update attempts set progressed = true where id = any($1::uuid[]) and status = 'included' and block_number <= $2`,
      [progressed, record.observation.head.latest - BigInt(record.progressDepth)],
    );
  }
}

async function storeInclusion(session: SqlSession, record: ObservationRecord, changed: readonly News[]): Promise<void> {
  const ids = changed.flatMap(({ attempt_id: id }) => (id ? [id] : []));
  if (changed.some(wasIncluded)) {
    await session.query(
      `update attempts set status = 'pending', block_number = null, block_hash = null, succeeded = null, results = null, fee_paid = null
       where id = any($1::uuid[]) and status in ('included', 'final')`,
      [ids],
    );
  }
  await session.query(
    `update attempts a
     set status = seen.status, block_number = seen.block_number, block_hash = seen.block_hash,
       succeeded = seen.succeeded, results = seen.results, fee_paid = seen.fee_paid,
       progressed = coalesce(seen.status = 'final' or seen.block_number <= $3, false)
     from jsonb_to_recordset($1::jsonb) as seen(${observedColumns})
     where a.chain = $2 and a.tx_id = seen.tx_id and a.id = any($4::uuid[])`,
    [
      observedRows(record.observation.attempts),
      record.chain,
      record.observation.head.latest - BigInt(record.progressDepth),
      ids,
    ],
  );
  const leases = [...new Set(changed.map(({ lease_id: id }) => id))];
  await session.query(
    `with block as (
       select l.id, a.block_number as number from unnest($1::uuid[]) as l(id)
       left join attempts a on a.lease_id = l.id and a.status in ('included', 'final')
     ), reservation as (
       update reservations r set included_block = block.number from block where r.lease_id = block.id
     )
     update allowance_needs n set included_block = block.number from block
     where n.lease_id = block.id and n.state = 'signed'`,
    [leases],
  );
  await forgetAllowances(
    session,
    changed.flatMap((item) => (wasIncluded(item) && isApproval(item) ? [item.lease_id] : [])),
  );
}

/** Leases of which an attempt has come into a block. */
export function includedLeases({ observation }: ObservationRecord, news: readonly News[]): LeaseId[] {
  return news.flatMap(({ kind, tx_id: txId, lease_id: leaseId }) => {
    const status = kind === 'changed' && txId !== null ? observation.attempts.get(txId)?.status : undefined;
    return status === 'included' || status === 'final' ? [leaseId] : [];
  });
}

function wasIncluded({ status }: News): boolean {
  return status === 'included' || status === 'final';
}

function isApproval({ step_kind: kind }: News): boolean {
  return kind === 'approve' || kind === 'revoke';
}

/** An approval that left its block is in flight again, and what was read of its allowance is not to be relied on. */
async function forgetAllowances(session: SqlSession, leases: readonly LeaseId[]): Promise<void> {
  if (leases.length === 0) return;
  await session.query(
    `update allowances al set approve_step = coalesce(al.approve_step, st.id), confirmed = null, confirmed_block = null
     from lease_steps ls join steps st on st.id = ls.step_id
     where ls.lease_id = any($1::uuid[]) and st.outcome = 'open'
       and not exists (select from attempts a where a.lease_id = ls.lease_id and a.status in ('included', 'final'))
       and al.wallet_id = st.wallet_id and al.chain = st.chain and al.token = st.token and al.spender = st.spender`,
    [leases],
  );
}
