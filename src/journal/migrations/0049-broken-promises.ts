import type { Migration } from './migration.ts';

/** Swaps whose provider did not bring what its order promised: too many of them stop it. */
export const brokenPromises: Migration = {
  number: 49,
  name: 'broken promises',
  statements: [
    `create table broken_promises (
      swap_id uuid primary key references swaps(id),
      provider text not null,
      why text not null,
      at timestamptz not null default clock_timestamp()
    )`,
    'create index broken_promises_by_provider on broken_promises (lower(provider), at)',
  ],
};
