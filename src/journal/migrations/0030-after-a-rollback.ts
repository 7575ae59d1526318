import type { Migration } from './migration.ts';

/**
 * What has to be known of a rollback until it is over: how far back the journal went, and the
 * accounts that were compared with their chains since. And a transfer is one whichever way its
 * transaction is spelt.
 */
export const afterRollback: Migration = {
  number: 30,
  name: 'after-a-rollback',
  statements: [
    `alter table journal_instance
       -- The newest commit that the journal knew when the rollback was noticed; null: none was.
       add column rolled_back_to bigint`,
    `alter table wallet_chain
       -- The epoch at which the account was compared with the chain last.
       add column compared_epoch bigint not null default 0`,
    'drop index legs_one_swap_per_transfer',
    `create unique index legs_one_swap_per_transfer on legs (chain, transaction_key(tx_id), index) where not released`,
  ],
};
