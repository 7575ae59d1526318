import type { Migration } from './migration.ts';

/**
 * What a transaction was seen to bring while its block was fresh: nodes forget what contracts
 * passed on.
 */
export const sightings: Migration = {
  number: 9,
  name: 'sightings',
  statements: ['alter table attempts add column sighting jsonb'],
};
