import type { Migration } from './migration.ts';

/** The seal of the process in which a person approved. What was approved before has none. */
export const admissionSeals: Migration = {
  number: 51,
  name: 'admission-seals',
  statements: ['alter table approvals add column seal jsonb'],
};
