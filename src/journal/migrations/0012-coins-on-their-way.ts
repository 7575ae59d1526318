import type { Migration } from './migration.ts';

/**
 * Children that speed attempts up (Bitcoin: CPFP), and which coins of a lease a final block shows
 * spent. A child is written once: the application's role needs no right to update it.
 */
export const coinsOnTheirWay: Migration = {
  number: 12,
  name: 'coins-on-their-way',
  statements: [
    `create table boosts (
      chain text not null,
      tx_id text not null,
      position bigint generated always as identity,
      attempt_id uuid not null references attempts,
      bytes text not null,
      fee jsonb not null,
      created_at timestamptz not null,
      constraint boosts_tx_id_unique primary key (chain, tx_id)
    )`,
    'create index boosts_by_attempt on boosts (attempt_id, position)',
    `create trigger boosts_never_removed before delete or truncate on boosts
       for each statement execute function refuse_removal()`,
    `create function boosts_immutable() returns trigger language plpgsql as $$ begin
       raise exception 'a child of an attempt never changes'
         using errcode = 'integrity_constraint_violation', constraint = 'boosts_immutable';
     end $$`,
    'create trigger boosts_immutable before update on boosts for each statement execute function boosts_immutable()',
    // A coin that a child of ours has spent in the end leaves the payment that was made from it
    // void.
    `alter table leases drop constraint leases_of_one_attempt_expire,
       add constraint leases_of_one_attempt_expire check (state <> 'expired' or family in ('tron', 'solana', 'ton', 'bitcoin'))`,
    'alter table outpoints add column spent_at_final boolean not null default false',
  ],
};
