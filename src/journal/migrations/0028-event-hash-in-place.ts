import type { Migration } from './migration.ts';

/**
 * Postgres puts the body of an SQL function in the place of its call, unless the function promises
 * more than its body keeps: the texts of a time and of a UUID are stable, not immutable. Without
 * that it parsed and planned the body at every event, which took longer than the rest of the write.
 */
export const eventHashInPlace: Migration = {
  number: 28,
  name: 'event-hash-in-place',
  statements: ['alter function event_hash(text, uuid, int, timestamptz, text, text) stable'],
};
