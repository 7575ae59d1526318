import type { Migration } from './migration.ts';

/** What the routing service says that the expected output of an order is worth, for people. */
export const expectedUsd: Migration = {
  number: 44,
  name: 'expected USD',
  statements: ['alter table orders add column expected_usd numeric(17,2)'],
};
