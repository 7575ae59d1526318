import type { LeaseId } from '../../core/swap/ids.ts';
import type { LostConsumers } from '../../ports/stores/recovery-store.ts';
import { accountKey, isOfLeaseKind } from '../family-conditions.ts';
import { onlyRow } from '../only-row.ts';
import type { SqlSession } from '../sql-client.ts';

/**
 * CPFP children are left out: they spend no coin of a lease, and their import waits for none. So
 * are attempts that a person adopted: if one lands later, the wallet is frozen, and a person checks
 * again.
 */
export async function lostConsumers(session: SqlSession, leaseId: LeaseId): Promise<LostConsumers> {
  return onlyRow(
    await session.query<LostConsumers>(
      `select (
           select coalesce(json_agg(used order by used."txId"), '[]') from (
             select lost.tx_id as "txId", lost.replay->'attempt'->>'bytes' as bytes, bool_or(is_of_lease(lost, l)) as "isOfLease"
             from lost_attempts lost
             where lost.chain = l.chain and lost.imported_at is null and lost.adopted_at is null and lost.replay->'attempt'->>'bytes' is not null
               and case
                 when ${isOfLeaseKind('l.family', 'nonce', 'seqno')}
                   then lost.nonce = l.nonce and ${accountKey('l.family', 'lost.account')} = ${accountKey('l.family', 'l.account')}
                 when ${isOfLeaseKind('l.family', 'outpoints')} then exists (
                   select from jsonb_array_elements(lost.replay->'outpoints') p
                   join outpoints o on o.lease_id = l.id and not o.added and o.outpoint = p->>'outpoint')
                 else false end
             group by lost.tx_id, lost.replay->'attempt'->>'bytes') used
         ) as attempts,
         not exists (
           select from lost_attempts lost
           where lost.imported_at is null and lost.adopted_at is null and lost.refused is not null
             and lost.chain = l.chain and lower(lost.account) = lower(l.account)) as "isWhole"
       from leases l where l.id = $1`,
      [leaseId],
    ),
  );
}
