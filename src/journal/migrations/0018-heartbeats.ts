import type { Migration } from './migration.ts';

/**
 * Live processes and their roles: one row each, updated every few seconds and deleted when the
 * process stops. With the database roles of migration 2, run
 * `grant delete on heartbeats to ferryman`; otherwise the rows of dead processes stay.
 */
export const heartbeats: Migration = {
  number: 18,
  name: 'heartbeats',
  statements: [
    `create table heartbeats (
      instance text primary key,
      roles text[] not null,
      started_at timestamptz not null default now(),
      seen_at timestamptz not null default now(),
      -- The process says for how long it may be silent, so that readers need not know its settings.
      live_until timestamptz not null,
      -- What came of its newest call to the routing service, and when.
      router_outcome text,
      router_at timestamptz
    )`,
  ],
};
