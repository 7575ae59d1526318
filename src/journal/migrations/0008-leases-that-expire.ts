import type { Migration } from './migration.ts';

/**
 * Leases of families without nonces: their one attempt excludes the next generation's until it has
 * expired. What the chain says of that is kept with its head.
 */
export const leasesThatExpire: Migration = {
  number: 8,
  name: 'leases-that-expire',
  statements: [
    'alter table leases alter column nonce drop not null',
    'alter table leases add column expires bigint',
    `alter table leases drop constraint leases_state_check, add constraint leases_state_check
       check (state in ('held', 'signed', 'consumed', 'expired', 'dead', 'void'))`,
    `alter table leases drop constraint leases_closed_by_proof, add constraint leases_closed_by_proof
       check (state not in ('consumed', 'expired', 'dead') or proof_id is not null)`,
    // A nonce where the family has one, and otherwise an end that is known once something was
    // signed.
    `alter table leases add constraint leases_terms_of_family check (
       case when family in ('tron', 'solana') then nonce is null and (state in ('held', 'void') or expires is not null)
       else nonce is not null and expires is null end)`,
    `alter table leases add constraint leases_of_one_attempt_expire check (state <> 'expired' or family in ('tron', 'solana'))`,
    `create function leases_expire_once() returns trigger language plpgsql as $$ begin
      if old.expires is not null and new.expires is distinct from old.expires then
        raise exception 'the end of a lease never changes'
          using errcode = 'integrity_constraint_violation', constraint = 'leases_expire_once';
      end if;
      return new;
    end $$`,
    `create trigger leases_expire_once before update of expires on leases
      for each row execute function leases_expire_once()`,
    `create or replace function leases_stay_closed() returns trigger language plpgsql as $$ begin
      if old.state in ('consumed', 'expired', 'dead', 'void') and new.state <> old.state then
        raise exception 'a closed lease never lives again'
          using errcode = 'integrity_constraint_violation', constraint = 'leases_stay_closed';
      end if;
      if new.state in ('held', 'void') and exists (select from attempts where lease_id = new.id) then
        raise exception 'a lease with a signed attempt ends by proof only'
          using errcode = 'integrity_constraint_violation', constraint = 'leases_void_without_attempts';
      end if;
      return new;
    end $$`,
    `create or replace function attempts_under_living_lease() returns trigger language plpgsql as $$ begin
      if (select state from leases where id = new.lease_id for no key update) in ('consumed', 'expired', 'dead', 'void') then
        raise exception 'nothing is signed under a closed lease'
          using errcode = 'integrity_constraint_violation', constraint = 'attempts_under_living_lease';
      end if;
      return new;
    end $$`,
    "create index leases_expiring on leases (chain, expires) where state = 'signed' and expires is not null",
    'alter table chain_heads add column expired_up_to bigint',
    'alter table wallet_chain alter column chain_nonce drop not null',
    'alter table lost_attempts alter column nonce drop not null',
  ],
};
