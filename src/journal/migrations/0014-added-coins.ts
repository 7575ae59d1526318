import type { Migration } from './migration.ts';
import { raise } from './raise.ts';

/**
 * Coins that an attempt spends beside those of its lease (Bitcoin: a payment that brings nothing
 * back is made dearer with more of them). No other lease gets them while this one lives, but they
 * are no terms of it: whoever spends one leaves the other attempts as they are.
 */
export const addedCoins: Migration = {
  number: 14,
  name: 'added-coins',
  statements: [
    'alter table outpoints add column added boolean not null default false',
    `create function outpoints_terms_before_signature() returns trigger language plpgsql as $$ begin
      -- Of a lease that is written in the same statement nothing is seen yet.
      if new.added is distinct from coalesce((select state from leases where id = new.lease_id), 'held') = 'signed' then
        ${raise('outpoints_terms_before_signature', 'a lease gets its coins before something is signed under it, and added ones after')}
      end if;
      return new;
    end $$`,
    `create trigger outpoints_terms_before_signature before insert on outpoints
      for each row execute function outpoints_terms_before_signature()`,
    `create function outpoints_terms_stay() returns trigger language plpgsql as $$ begin
      if (new.chain, new.outpoint, new.lease_id, new.added) is distinct from (old.chain, old.outpoint, old.lease_id, old.added) then
        ${raise('outpoints_terms_stay', 'which coins a lease is of never changes')}
      end if;
      return new;
    end $$`,
    `create trigger outpoints_terms_stay before update on outpoints
      for each row execute function outpoints_terms_stay()`,
  ],
};
