import type { Migration } from './migration.ts';

/**
 * What an operator does to many swaps: the action, and each swap that matched when it was created.
 */
export const bulkActions: Migration = {
  number: 35,
  name: 'bulk actions',
  statements: [
    `create table bulk_actions (
      id uuid not null constraint bulk_actions_pkey primary key,
      position bigint generated always as identity constraint bulk_actions_newest unique,
      idem_key text not null,
      body_hash text not null,
      action text not null check (action in ('retry', 'cancel')),
      filter json not null,
      reason text not null,
      per_minute int not null check (per_minute > 0),
      key_id text not null,
      state text not null default 'running' check (state in ('running', 'paused', 'aborted', 'finished')),
      state_reason text,
      total int not null,
      done int not null default 0,
      skipped int not null default 0,
      failed int not null default 0,
      next_at timestamptz not null default now(),
      locked_by text,
      locked_until timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      constraint bulk_actions_idem_key_unique unique (key_id, idem_key)
    )`,
    `create index bulk_actions_running on bulk_actions (position) where state = 'running'`,
    `create table bulk_items (
      bulk_id uuid not null references bulk_actions (id),
      seq int not null,
      swap_id uuid not null references swaps (id),
      outcome text check (outcome in ('done', 'skipped', 'failed')),
      code text,
      message text,
      as_swap uuid,
      decided boolean,
      at timestamptz,
      constraint bulk_items_pkey primary key (bulk_id, seq)
    )`,
    `create index bulk_items_open on bulk_items (bulk_id, seq) where outcome is null`,
    `create function bulk_items_stay_decided() returns trigger language plpgsql as $$ begin
      if old.outcome is not null or (new.bulk_id, new.seq, new.swap_id) is distinct from (old.bulk_id, old.seq, old.swap_id) then
        raise exception 'what a bulk action did never changes' using errcode = 'integrity_constraint_violation', constraint = 'bulk_items_stay_decided';
      end if;
      return new;
    end $$`,
    `create trigger bulk_items_stay_decided before update on bulk_items for each row execute function bulk_items_stay_decided()`,
    ...['bulk_actions', 'bulk_items'].map(
      (table) => `create trigger ${table}_never_removed before delete or truncate on ${table}
        for each statement execute function refuse_removal()`,
    ),
  ],
};
