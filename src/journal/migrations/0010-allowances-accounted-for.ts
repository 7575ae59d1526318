import type { Migration } from './migration.ts';

/**
 * What uses an allowance up has to be a payment of the journal's. `accounted_position`: leases up
 * to this one do not count any more, as a person has looked at what the wallet did until then.
 */
export const allowancesAccountedFor: Migration = {
  number: 10,
  name: 'allowances-accounted-for',
  statements: [
    'alter table allowances add column accounted_position bigint not null default 0',
    'create index steps_by_allowance on steps (wallet_id, chain, token, spender) where token is not null',
    'create index allowance_needs_signed on allowance_needs (wallet_id, chain, token, spender) where lease_id is not null',
  ],
};
