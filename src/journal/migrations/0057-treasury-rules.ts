import type { Migration } from './migration.ts';
import { raise } from './raise.ts';

/**
 * The treasury's rules, each change of one a row, and their occurrences. An instant of a rule is one
 * row: whoever inserts it acts. At most one occurrence of a rule is open.
 */
export const treasuryRules: Migration = {
  number: 57,
  name: 'treasury-rules',
  statements: [
    `create table treasury_rules (
      id text not null,
      version int not null check (version > 0),
      body json not null,
      hash text not null,
      author text not null,
      reason text not null,
      at timestamptz not null,
      seal text not null,
      primary key (id, version)
    )`,
    `create function treasury_rules_stay() returns trigger language plpgsql as $$ begin
      ${raise('treasury_rules_stay', 'a version of a rule never changes')}
    end $$`,
    `create trigger treasury_rules_stay before update on treasury_rules
      for each row execute function treasury_rules_stay()`,
    `create table treasury_rule_state (
      id text primary key,
      version int not null,
      paused_by text,
      paused_reason text,
      paused_at timestamptz,
      failures int not null default 0,
      -- Every instant up to this one has its row, or was never due.
      considered_until timestamptz not null,
      last_acted_at timestamptz,
      -- When a person or Ferryman changed it: workers read the rules again.
      changed_at timestamptz not null default clock_timestamp(),
      foreign key (id, version) references treasury_rules (id, version),
      constraint treasury_rule_state_paused check (num_nulls(paused_by, paused_reason, paused_at) in (0, 3))
    )`,
    `create table treasury_occurrences (
      rule_id text not null,
      instant timestamptz not null,
      version int not null,
      state text not null check (state in ('missed', 'skipped', 'acting', 'submitted', 'done', 'failed')),
      code text,
      message text,
      -- Of one row for an outage: how many instants it stands for, and the first of them.
      missed_count int,
      missed_from timestamptz,
      -- Bodies of its jobs, as they are submitted.
      jobs json,
      seal text,
      swaps uuid[] not null default '{}',
      begun_at timestamptz not null,
      ended_at timestamptz,
      primary key (rule_id, instant),
      foreign key (rule_id, version) references treasury_rules (id, version),
      constraint treasury_occurrences_missed check ((state = 'missed') = (missed_count is not null)
        and (missed_count is null) = (missed_from is null)),
      constraint treasury_occurrences_jobs check (num_nulls(jobs, seal) in (0, 2)
        and (jobs is not null) = (state in ('acting', 'submitted', 'done', 'failed'))),
      constraint treasury_occurrences_reason check (code is null or message is not null)
    )`,
    `create unique index treasury_occurrences_one_open on treasury_occurrences (rule_id)
      where state in ('acting', 'submitted')`,
    'create index treasury_occurrences_by_instant on treasury_occurrences (instant desc, rule_id)',
    `create function treasury_occurrences_stay() returns trigger language plpgsql as $$ begin
      if (new.rule_id, new.instant, new.version, new.jobs::text, new.seal, new.begun_at)
        is distinct from (old.rule_id, old.instant, old.version, old.jobs::text, old.seal, old.begun_at) then
        ${raise('treasury_occurrences_stay', 'the jobs of an occurrence are frozen')}
      end if;
      if old.state not in ('acting', 'submitted') then
        ${raise('treasury_occurrences_stay', 'an occurrence that has ended never changes')}
      end if;
      if not new.swaps @> old.swaps then
        ${raise('treasury_occurrences_stay', 'an occurrence keeps its swaps')}
      end if;
      return new;
    end $$`,
    `create trigger treasury_occurrences_stay before update on treasury_occurrences
      for each row execute function treasury_occurrences_stay()`,
    ...['treasury_rules', 'treasury_rule_state', 'treasury_occurrences'].map(
      (table) => `create trigger ${table}_never_removed before delete or truncate on ${table}
        for each statement execute function refuse_removal()`,
    ),
    `do $$ declare
      granted record;
    begin
      for granted in select distinct grantee, privilege_type from information_schema.role_table_grants
        where table_schema = current_schema() and table_name = 'swaps' and grantee not in (current_user, 'PUBLIC')
          and privilege_type in ('SELECT', 'INSERT', 'UPDATE') loop
        execute format('grant %s on treasury_rules, treasury_rule_state, treasury_occurrences to %I',
          granted.privilege_type, granted.grantee);
      end loop;
    end $$`,
  ],
};
