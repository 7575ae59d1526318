import type { LeaseId, SwapId } from '../../core/swap/ids.ts';
import { setsAllowance } from '../../core/swap/swap.ts';
import type { ObservationRecord } from '../../ports/stores/observation-store.ts';
import { deleteSlots } from '../lanes/leave-lane.ts';
import type { SqlSession } from '../sql-client.ts';
import {
  type InclusionChange,
  inclusionChangeExpressions,
  inclusionChangeParameters,
  observedColumns,
} from './inclusion-change.ts';
import { coinRows, finalExpressions } from './store-final.ts';

/**
 * Compares the observation with the journal and writes the differences, all as of the statement's
 * start; no row is written twice. An attempt leaves its block before another one of its lease
 * enters one: a reorg may swap them. `changes` of swaps that are not locked are left for later.
 */
const store = `
  with ${inclusionChangeExpressions}, found as (
    select changes.*, l.nonce, l.expires, st.swap_id, st.kind as step_kind, own.message
    from changes join leases l on l.id = changes.lease_id
    join lease_steps ls on ls.lease_id = l.id join steps st on st.id = ls.step_id
    left join attempt_steps own on own.attempt_id = changes.attempt_id and own.step_id = st.id
    where st.swap_id is null or st.swap_id = any($9::uuid[])
  ), changed as (
    select distinct on (found.attempt_id) found.attempt_id, found.lease_id, seen.*
    from found cross join lateral jsonb_to_record(found.seen) as seen(${observedColumns})
    where found.kind = 'changed'
  ), outside as (
    update attempts set status = changed.status, block_number = null, block_hash = null, succeeded = null, results = null,
      fee_paid = null, progressed = false
    from changed where attempts.id = changed.attempt_id and changed.status in ('unseen', 'pending')
    returning attempts.id
  ), inside as (
    update attempts set status = changed.status, block_number = changed.block_number, block_hash = changed.block_hash,
      succeeded = changed.succeeded, results = changed.results, fee_paid = changed.fee_paid,
      progressed = coalesce(changed.status = 'final' or changed.block_number <= $3, false)
    from changed where (select count(*) from outside) >= 0
      and attempts.id = changed.attempt_id and changed.status in ('included', 'final')
    returning attempts.lease_id, attempts.block_number
  ), progressed as (
    update attempts set progressed = true from found
    where found.kind = 'progressed' and attempts.id = found.attempt_id
      and not exists (select from changed where changed.attempt_id = found.attempt_id)
  ), block as (
    select lease.id, coalesce(
      (select inside.block_number from inside where inside.lease_id = lease.id),
      (select a.block_number from attempts a where a.lease_id = lease.id and a.status in ('included', 'final')
         and not exists (select from changed where changed.attempt_id = a.id))) as number
    from (select distinct lease_id as id from changed) lease
  ), reservation as (
    update reservations r set included_block = block.number from block where r.lease_id = block.id
  ), need as (
    update allowance_needs n set included_block = block.number from block where n.lease_id = block.id and n.state = 'signed'
  ), slot as (
    ${deleteSlots('array(select lease_id from inside)', "'included'")}
  ), ${finalExpressions({ queried: '$10', spent: '$11', hash: '$12' })}
  select kind, swap_id, lease_id, nonce, expires, step_kind, attempt_id, tx_id, status, message from found`;

/**
 * Writes the changes of leases of locked swaps, and what the observation shows at the final block.
 * The chain's head is stored and locked.
 */
export async function storeInclusionChanges(
  session: SqlSession,
  record: ObservationRecord,
  locked: ReadonlySet<SwapId>,
): Promise<InclusionChange[]> {
  const changes = await session.query<InclusionChange>(store, [
    ...inclusionChangeParameters(record),
    [...locked],
    ...coinRows(record.observation),
    record.observation.finalHash ?? null,
  ]);
  const left = changes.filter(
    (item) => item.kind === 'changed' && wasIncluded(item) && setsAllowance(item.step_kind),
  );
  await clearAllowances(session, [...new Set(left.map(({ lease_id: id }) => id))]);
  return changes;
}

function wasIncluded({ status }: InclusionChange): boolean {
  return status === 'included' || status === 'final';
}

/** An approve that left its block is pending again, and reads of its allowance may be wrong. */
async function clearAllowances(session: SqlSession, leases: readonly LeaseId[]): Promise<void> {
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
