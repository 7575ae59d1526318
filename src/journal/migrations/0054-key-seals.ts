import type { Migration } from './migration.ts';

/**
 * The seals of the processes that made API keys and sessions. Keys from before have none until a
 * person seals them (`ferryman key seal`), and sessions from before are over.
 */
export const keySeals: Migration = {
  number: 54,
  name: 'key seals',
  statements: [
    'alter table api_keys add column seal text',
    'alter table sessions add column seal text',
  ],
};
