import type { Migration } from './migration.ts';
import { raise } from './raise.ts';

/**
 * Lets a journal that was rolled back import what the signing logs show. `epoch` counts the
 * rollbacks that were noticed: each signing log has to be read again at the newest one. An imported
 * attempt is a lost one no more. `ferryman.importing` is set for the one transaction that imports
 * an attempt: its own lost row does not keep it out.
 */
export const recovery: Migration = {
  number: 23,
  name: 'recovery',
  statements: [
    'alter table journal_instance add column epoch bigint not null default 0',
    `create table signing_logs (
      id uuid primary key,
      host text not null,
      -- The epoch at which the log was last read to its end.
      read_epoch bigint not null,
      registered_at timestamptz not null default now(),
      -- A person said that the log is gone.
      retired_at timestamptz
    )`,
    `create trigger signing_logs_never_removed before delete or truncate on signing_logs
       for each statement execute function refuse_removal()`,
    `alter table lost_attempts
       add column replay jsonb,
       add column imported_at timestamptz,
       -- Why it cannot be imported: a person is needed.
       add column refused text,
       add constraint lost_attempts_imported_or_adopted check (imported_at is null or adopted_at is null)`,
    `update lost_attempts set refused = 'an earlier version of Ferryman signed it and did not log enough'`,
    'drop index lost_attempts_open',
    `create index lost_attempts_open on lost_attempts (sequence) where adopted_at is null and imported_at is null`,
    `create function is_lost(lost lost_attempts) returns boolean language sql stable as $$
      select lost.imported_at is null
        and (lost.adopted_at is not null or coalesce(current_setting('ferryman.importing', true), '') <> 'on')
    $$`,
    `create or replace function lost_attempts_stay_signed() returns trigger language plpgsql as $$ begin
      if exists (
        select from steps st join swaps s on s.id = st.swap_id
        join lost_attempts lost on is_lost(lost) and stands_for(lost, s)
        where st.id = new.step_id and lost.attempt_kind <> 'cancel'
          and ((st.kind in ('swap', 'deposit') and lost.step_kind in ('swap', 'deposit'))
            or (st.kind in ('claim', 'refund') and lost.step_kind in ('claim', 'refund'))))
      then
        ${raise('lost_attempts_stay_signed', 'a step that was signed in a lost history gets no lease')}
      end if;
      return new;
    end $$`,
    `create or replace function paying_swap(latest uuid) returns uuid language sql as $$
      with recursive retries(id) as (
        select latest
        union
        select s.retry_of from swaps s join retries on s.id = retries.id where s.retry_of is not null
      )
      select s.id from retries join swaps s on s.id = retries.id
      where exists (
        select from steps st
        where st.swap_id = s.id and st.kind in ('swap', 'deposit') and (st.outcome = 'landed' or st.disputed or exists (
          select from lease_steps ls join leases l on l.id = ls.lease_id
          where ls.step_id = st.id and (l.state in ('signed', 'dead') or l.doubt is not null)))
      ) or exists (
        select from lost_attempts lost
        where is_lost(lost) and stands_for(lost, s)
          and lost.attempt_kind <> 'cancel' and lost.step_kind in ('swap', 'deposit'))
      limit 1
    $$`,
  ],
};
