import type { Migration } from './migration.ts';

/** What the routing service says about an order's route, which the guard reads. */
export const routerSignals: Migration = {
  number: 50,
  name: 'router-signals',
  statements: ['alter table orders add column signals jsonb'],
};
