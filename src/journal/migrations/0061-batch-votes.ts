import type { Migration } from './migration.ts';

/** Votes on several payments at once. */
export const batchVotes: Migration = {
  number: 61,
  name: 'batch votes',
  statements: [
    // Where the envelope is in the batch that was signed: count, index, path. Null: it was signed alone.
    'alter table approval_votes add column place jsonb',
  ],
};
