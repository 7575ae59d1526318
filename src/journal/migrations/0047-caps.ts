import type { Migration } from './migration.ts';

/**
 * What leased payments take of the operator's caps. A row counts while its lease may still pay or
 * has paid: that is read from lease and step, so that no other write has to release it. `closed`
 * only spares reading the rows of swaps that have ended.
 */
export const caps: Migration = {
  number: 47,
  name: 'caps',
  statements: [
    `create table cap_uses (
      lease_id uuid not null references leases(id),
      step_id uuid not null references steps(id),
      swap_id uuid not null references swaps(id),
      at timestamptz not null default clock_timestamp(),
      wallet text not null,
      chain text not null,
      token text not null,
      provider text not null,
      receiver text not null,
      amount numeric(78,0) not null check (amount >= 0),
      decimals int not null,
      usd_e18 numeric(78,0) check (usd_e18 >= 0),
      closed boolean not null default false,
      primary key (lease_id, step_id)
    )`,
    'create index cap_uses_recent on cap_uses (at)',
    'create index cap_uses_unsettled on cap_uses (swap_id) where not closed',
    `create index swaps_waiting_for_cap on swaps (position) where reason_code = 'CAP_REACHED'`,
  ],
};
