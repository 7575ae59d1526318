import type { Migration } from './migration.ts';
import { raise } from './raise.ts';

/**
 * One external message of a TON wallet may carry payments of several swaps, one message each: their
 * steps share its lease and its attempt, and each has a result of its own.
 */
export const sharedLeases: Migration = {
  number: 13,
  name: 'shared-leases',
  statements: [
    `create table attempt_steps (
      attempt_id uuid not null references attempts,
      step_id uuid not null references steps,
      -- Which of the messages that the wallet sends is the step's, counted from zero.
      message int not null check (message >= 0),
      primary key (attempt_id, step_id),
      constraint attempt_steps_one_message_each unique (attempt_id, message)
    )`,
    `create function attempt_steps_immutable() returns trigger language plpgsql as $$ begin
      ${raise('attempt_steps_immutable', 'what a message pays for never changes')}
    end $$`,
    `create trigger attempt_steps_immutable before update on attempt_steps
      for each statement execute function attempt_steps_immutable()`,
    `create trigger attempt_steps_never_removed before delete or truncate on attempt_steps
      for each statement execute function refuse_removal()`,
    // By message, where the chain tells what became of each.
    'alter table attempts add column results boolean[]',
    `create function lease_steps_shared_on_ton() returns trigger language plpgsql as $$ begin
      if (select family from leases where id = new.lease_id) <> 'ton'
        and exists (select from lease_steps where lease_id = new.lease_id and step_id <> new.step_id)
      then
        ${raise('lease_steps_shared_on_ton', 'only a message of a TON wallet serves several steps')}
      end if;
      return new;
    end $$`,
    `create trigger lease_steps_shared_on_ton before insert on lease_steps
      for each row execute function lease_steps_shared_on_ton()`,
    // Nothing joins what is signed already: its bytes do not pay for it.
    `create function lease_steps_before_signature() returns trigger language plpgsql as $$ begin
      if (select state from leases where id = new.lease_id) <> 'held'
        and exists (select from lease_steps where lease_id = new.lease_id and step_id <> new.step_id)
      then
        ${raise('lease_steps_before_signature', 'a step joins a lease before something is signed under it')}
      end if;
      return new;
    end $$`,
    `create trigger lease_steps_before_signature before insert on lease_steps
      for each row execute function lease_steps_before_signature()`,
    'alter table reservations drop constraint reservations_pkey, add primary key (lease_id, step_id, token)',
    'alter table lost_attempts drop constraint lost_attempts_pkey, add primary key (chain, tx_id, swap_id)',
  ],
};
