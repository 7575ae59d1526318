import type { LeaseId } from '../../core/ids.ts';
import type { ObservationRecord } from '../../ports/journal.ts';
import type { SqlSession } from '../sql-client.ts';
import { believedNonces, nonceRows } from './believed-nonces.ts';
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
  await session.query(
    `update attempts set status = 'pending', block_number = null, block_hash = null, succeeded = null, results = null, fee_paid = null
     where id = any($1::uuid[]) and status in ('included', 'final')`,
    [ids],
  );
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

/** So that it is known of every lease whether it is over at the final block. */
export async function storeFinal(session: SqlSession, record: ObservationRecord): Promise<void> {
  const { chain, observation } = record;
  if (observation.expiredUpTo !== undefined) {
    await session.query('update chain_heads set expired_up_to = $2 where chain = $1', [chain, observation.expiredUpTo]);
  }
  await storeFinalSpends(session, record);
  await storeFinalNonces(session, record);
}

/** Taken back as well: that an endpoint was wrong once keeps nobody from sending and proving as before. */
async function storeFinalSpends(session: SqlSession, { chain, observation }: ObservationRecord): Promise<void> {
  const { finalSpends } = observation;
  if (!finalSpends) return;
  const asked = Array.from(finalSpends, ([outpoint]) => outpoint);
  const spent = asked.filter((outpoint) => finalSpends.get(outpoint));
  await session.query(
    `update outpoints set spent_at_final = outpoint = any($3::text[])
     where chain = $1 and live and outpoint = any($2::text[]) and spent_at_final <> (outpoint = any($3::text[]))`,
    [chain, asked, spent],
  );
}

/**
 * Every lease that stays open by it is sent, made dearer and cancelled as before, and none is dead
 * by it: that takes a proof. So the lower of two answers is the safe one.
 */
async function storeFinalNonces(session: SqlSession, { chain, observation }: ObservationRecord): Promise<void> {
  const { head, finalNonces, finalHash } = observation;
  if (finalNonces.size === 0) return;
  await session.query(
    `update wallet_chain wc
     set final_nonce = believed.nonce, final_nonce_block = $3::bigint, final_nonce_hash = $5
     from (${believedNonces('$1', '$2', '$3', '$4')}) believed
     where wc.wallet_id = believed.wallet_id and wc.chain = $2
       and (wc.final_nonce, wc.final_nonce_block) is distinct from (believed.nonce, $3::bigint)`,
    [nonceRows(finalNonces), chain, head.final, head.latest, finalHash ?? null],
  );
}
