import type { Migration } from './migration.ts';

/** Since when the routing service gives its status, and how long an order expects to take: what is late is measured from both. */
export const statusSince: Migration = {
  number: 3,
  name: 'status-since',
  statements: [
    'alter table swaps add column router_status_since timestamptz',
    'update swaps set router_status_since = router_first_asked_at where router_status is not null',
    'alter table orders add column expected_duration bigint check (expected_duration >= 0)',
  ],
};
