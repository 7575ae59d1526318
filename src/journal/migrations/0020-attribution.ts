import type { Migration } from './migration.ts';

/**
 * Manual deposits that nobody has seen yet compete for transfers: when an address was last seen
 * empty, and when a transfer was first seen, tells whose it cannot be. Names of transactions on
 * chains that are not configured have one form now; `transaction_key` finds the older rows, of
 * which some may be of one transaction, so that its index is not unique.
 */
export const attribution: Migration = {
  number: 20,
  name: 'attribution',
  statements: [
    // All that had come by then was seen, by the journal's clock.
    'alter table orders add column deposit_seen_until timestamptz',
    `create table observed_transfers (
      chain text not null,
      tx_id text not null,
      index int not null,
      observed_at timestamptz not null default clock_timestamp(),
      constraint observed_transfers_once primary key (chain, tx_id, index)
    )`,
    `create trigger observed_transfers_never_removed before delete or truncate on observed_transfers
       for each statement execute function refuse_removal()`,
    `create index swaps_by_deposit_by_payout on swaps (to_chain, lower(receiver))
       where job->>'flow' <> 'wallet'`,
    `create function transaction_key(tx_id text) returns text language sql immutable as $$
      select ltrim(regexp_replace(lower(tx_id), '^0x', ''), '0')
    $$`,
    'create index legs_by_transaction on legs (chain, transaction_key(tx_id))',
  ],
};
