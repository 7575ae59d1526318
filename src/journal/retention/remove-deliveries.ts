import type { DeliveryRemoval, DeliveryRemovalReport } from '../../ports/stores/retention-store.ts';
import { onlyRow } from '../only-row.ts';
import type { SqlSession } from '../sql-client.ts';

interface RemovedRow {
  removed: number;
  last: bigint | null;
  has_more: boolean;
}

/**
 * Goes through the oldest deliveries in their order, so it needs no index of its own, and it stops
 * at the first page that has a delivery made since. A pending delivery stays, unless its webhook is
 * deleted: nothing sends that one. A replay at the same time wins, since it locks the row.
 */
export async function removeDeliveries(
  session: SqlSession,
  { endedFor, after, limit }: DeliveryRemoval,
): Promise<DeliveryRemovalReport> {
  const { removed, last, has_more } = onlyRow(
    await session.query<RemovedRow>(
      `with page as (
         select id, position, created_at from deliveries where position > $2::bigint order by position limit $3::int
       ), old as (
         select d.id from page join deliveries d on d.id = page.id join webhooks w on w.id = d.webhook_id
         where d.due_at < now() - $1::float8 * interval '1 millisecond'
           and (d.state <> 'pending' or w.deleted_at is not null)
         for update of d skip locked
       ), attempts as (
         delete from delivery_attempts using old where delivery_id = old.id
       ), gone as (
         delete from deliveries using old where deliveries.id = old.id returning deliveries.id
       )
       select (select count(*) from gone)::int as removed, max(position) as last,
         coalesce(count(*) = $3::int and max(created_at) < now() - $1::float8 * interval '1 millisecond', false) as has_more
       from page`,
      [endedFor, after, limit],
    ),
  );
  return { removed, ...(has_more && last !== null ? { next: last } : {}) };
}
