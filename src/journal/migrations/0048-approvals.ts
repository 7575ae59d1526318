import type { Migration } from './migration.ts';
import { raise } from './raise.ts';

/**
 * What the guard holds swaps for, and what persons decide about it (law 10). One row for each swap
 * and item; an approved one is also the admission. A swap that leaves the wait closes what is open:
 * that costs other changes of swaps the trigger's condition only.
 */
export const approvals: Migration = {
  number: 48,
  name: 'approvals',
  statements: [
    // The first key of a row of rotations: whoever holds them is one principal.
    'alter table api_keys add column principal text',
    `create function principal_of(actor text) returns text language sql stable as $$
      select coalesce((select 'API key ' || coalesce(k.principal, k.id) from api_keys k where 'API key ' || k.id = actor), actor)
    $$`,
    `create function requesters_of(swap uuid) returns text[] language sql stable as $$
      with recursive tried(id, retry_of) as (
        select s.id, s.retry_of from swaps s where s.id = swap
        union
        select s.id, s.retry_of from swaps s join tried on s.id = tried.retry_of
      )
      select coalesce(array_agg(asked.by order by asked.at), '{}') from (
        select principal_of(e.data->>'by') as by, min(e.at) as at
        from tried join events e on e.swap_id = tried.id
        where e.type in ('swap_submitted', 'retried') and e.data->>'by' is not null
        group by 1
      ) asked
    $$`,
    `create table approvals (
      id uuid primary key,
      position bigint generated always as identity,
      swap_id uuid not null references swaps,
      item_key text not null,
      kind text not null,
      item jsonb not null,
      rule text not null,
      message text not null,
      known json not null,
      -- As requesters_of and principal_of name them.
      requesters text[] not null,
      decider text,
      state text not null default 'open' check (state in ('open', 'approved', 'rejected', 'expired', 'withdrawn')),
      scope text check (scope in ('once', 'until', 'permanent')),
      until timestamptz,
      decided_by text,
      decided_at timestamptz,
      reason text,
      revoked_by text,
      revoked_at timestamptz,
      revoke_reason text,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      constraint approvals_one_per_item unique (swap_id, item_key),
      constraint approvals_newest unique (position),
      constraint approvals_scope check ((state = 'approved') = (scope is not null)),
      constraint approvals_until check ((scope is not distinct from 'until') = (until is not null)),
      constraint approvals_finding_once check (kind <> 'finding' or scope is null or scope = 'once'),
      constraint approvals_decided check (
        num_nulls(decided_by, decider, decided_at, reason) = case when state in ('approved', 'rejected') then 0 else 4 end),
      constraint approvals_revoked check (num_nulls(revoked_by, revoked_at, revoke_reason) in (0, 3)
        and (revoked_at is null or state = 'approved')),
      constraint approvals_never_own check (decider is null or not decider = any(requesters))
    )`,
    `create index approvals_admitting on approvals (item_key) where state = 'approved' and revoked_at is null`,
    `create index approvals_open on approvals (position) where state = 'open'`,
    `create trigger approvals_never_removed before delete or truncate on approvals
      for each statement execute function refuse_removal()`,
    `create function approvals_stay_decided() returns trigger language plpgsql as $$ begin
      if (new.id, new.swap_id, new.item_key, new.kind) is distinct from (old.id, old.swap_id, old.item_key, old.kind)
        or new.item::text <> old.item::text then
        ${raise('approvals_stay_decided', 'an approval is always about the same item')}
      end if;
      if old.state = 'rejected' and new.state <> 'rejected' then
        ${raise('approvals_stay_decided', 'what a person has rejected stays rejected')}
      end if;
      if old.state <> 'open' and new.state not in (old.state, 'open') then
        ${raise('approvals_stay_decided', 'only what is open is decided')}
      end if;
      return new;
    end $$`,
    `create trigger approvals_stay_decided before update on approvals
      for each row execute function approvals_stay_decided()`,
    `create function swaps_close_approvals() returns trigger language plpgsql as $$ begin
      update approvals set state = case when expires_at <= now() then 'expired' else 'withdrawn' end
      where swap_id = new.id and state = 'open';
      return null;
    end $$`,
    `create trigger swaps_close_approvals after update of state on swaps for each row
      when (old.state in ('awaiting_approval', 'needs_review') and new.state <> old.state)
      execute function swaps_close_approvals()`,
    `do $$ declare
      granted record;
    begin
      for granted in select distinct grantee, privilege_type from information_schema.role_table_grants
        where table_schema = current_schema() and table_name = 'swaps' and grantee not in (current_user, 'PUBLIC')
          and privilege_type in ('SELECT', 'INSERT', 'UPDATE') loop
        execute format('grant %s on approvals to %I', granted.privilege_type, granted.grantee);
      end loop;
    end $$`,
  ],
};
