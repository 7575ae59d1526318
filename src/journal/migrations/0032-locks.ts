import type { Migration } from './migration.ts';

/** A worker locks a swap. `claim` is kept for money that waits on a bridge. */
export const locks: Migration = {
  number: 32,
  name: 'locks',
  statements: [
    'alter table timers rename column claimed_by to locked_by',
    'alter table timers rename column claimed_until to locked_until',
  ],
};
