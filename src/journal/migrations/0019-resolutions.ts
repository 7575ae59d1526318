import type { Migration } from './migration.ts';
import { raise } from './raise.ts';

const levels = `('verified', 'inferred', 'router-reported', 'operator-reported', 'disputed')`;

/**
 * Lets a person end a swap in `needs_review`. A signed transaction of it is followed to its proof,
 * so an ended swap may have a live lease. The trigger refuses every new signature for it but a
 * cancel.
 */
export const resolutions: Migration = {
  number: 19,
  name: 'resolutions',
  statements: [
    `alter table interventions drop constraint interventions_kind_check,
       add constraint interventions_kind_check check (kind in ('journal_adopted', 'wallet_unfrozen', 'swap_resolved'))`,
    `alter table legs drop constraint legs_level_check, add constraint legs_level_check check (level in ${levels})`,
    `alter table swaps drop constraint swaps_settlement_level_check,
       add constraint swaps_settlement_level_check check (settlement_level in ${levels})`,
    // A person may take back what a swap was ended with: the row stays, and its transfer is free
    // for its owner.
    `alter table legs add column released boolean not null default false, drop constraint legs_one_swap_per_payout`,
    'drop index legs_one_swap_per_transfer',
    'create unique index legs_one_swap_per_transfer on legs (chain, lower(tx_id), index) where not released',
    `create function released_legs_stay_released() returns trigger language plpgsql as $$ begin
      if old.released and not new.released then
        ${raise('released_legs_stay_released', 'a leg that was released is never taken back')}
      end if;
      return new;
    end $$`,
    `create trigger released_legs_stay_released before update of released on legs
      for each row execute function released_legs_stay_released()`,
    // What was paid for these may still arrive: few, and asked about at every settlement.
    `create index swaps_unpaid_by_payout on swaps (to_chain, lower(receiver))
       where state = 'failed' and funds_state = 'unknown'`,
    `create function has_ended(swap swaps) returns boolean language sql immutable as $$
      select swap.state in ('settled', 'refunded', 'failed', 'cancelled', 'expired') or swap.ended_as is not null
    $$`,
    `create function ended_swaps_sign_nothing() returns trigger language plpgsql as $$ begin
      if new.kind <> 'cancel' and exists (
        select from lease_steps ls join steps st on st.id = ls.step_id join swaps s on s.id = st.swap_id
        where ls.lease_id = new.lease_id and ls.live and has_ended(s))
      then
        ${raise('ended_swaps_sign_nothing', 'for a swap that has ended nothing is signed but a cancel')}
      end if;
      return new;
    end $$`,
    `create trigger ended_swaps_sign_nothing before insert on attempts
      for each row execute function ended_swaps_sign_nothing()`,
  ],
};
