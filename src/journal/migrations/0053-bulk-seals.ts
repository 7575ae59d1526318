import type { Migration } from './migration.ts';

/** The seal of the process that accepted a bulk action. One that was created before has none. */
export const bulkSeals: Migration = {
  number: 53,
  name: 'bulk seals',
  statements: ['alter table bulk_actions add column seal jsonb'],
};
