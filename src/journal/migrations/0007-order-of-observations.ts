import type { Migration } from './migration.ts';

/**
 * How many observations of a chain were recorded: one that was begun before another was recorded is
 * not taken. Heights do not tell that, since an endpoint may name any.
 */
export const orderOfObservations: Migration = {
  number: 7,
  name: 'order-of-observations',
  statements: ['alter table chain_heads add column observations bigint not null default 0'],
};
