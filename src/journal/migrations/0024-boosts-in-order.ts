import type { Migration } from './migration.ts';

/**
 * Children of attempts have a place in the order of commits as well: a signing log shows them, and
 * a rolled-back journal imports them.
 */
export const boostsInOrder: Migration = {
  number: 24,
  name: 'boosts-in-order',
  statements: [
    'alter table boosts add column sequence bigint',
    'create unique index boosts_sequence on boosts (sequence)',
  ],
};
