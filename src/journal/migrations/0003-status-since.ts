import type { Migration } from './migration.ts';

/**
 * When the routing service first gave each of its statuses, and how long an order expects to take:
 * what is late is measured from both. And one transfer has one name: ids of transactions are
 * compared in any case, too, where two swaps claim it.
 */
export const statusSince: Migration = {
  number: 3,
  name: 'status-since',
  statements: [
    `alter table swaps add column router_status_times jsonb not null default '{}'`,
    `update swaps set router_status_times =
       jsonb_build_object(router_status, (extract(epoch from date_trunc('milliseconds', router_first_asked_at)) * 1000)::bigint)
     where router_status is not null and router_first_asked_at is not null`,
    'create unique index legs_one_swap_per_transfer on legs (chain, lower(tx_id), index)',
    'alter table orders add column expected_duration bigint check (expected_duration >= 0)',
  ],
};
