import type { Migration } from './migration.ts';
import { raise } from './raise.ts';

/**
 * What operators do: API keys with limits that expire and can be revoked, stops of one lane, and a
 * log of every act. The log is a chain: each entry's hash covers the hash of the one before.
 */
export const operators: Migration = {
  number: 33,
  name: 'operators',
  statements: [
    `alter table api_keys
       add column name text,
       add column wallets text[],
       add column chains text[],
       add column requests_per_minute integer,
       add column expires_at timestamptz,
       add column created_by text,
       add column revoked_at timestamptz`,
    `alter table switches drop constraint switches_scope_check,
       add constraint switches_scope_check check (scope in ('all', 'chain', 'provider', 'wallet', 'lane'))`,
    `create table audit_log (
      position bigint primary key,
      at timestamptz not null,
      actor text not null,
      action text not null,
      subject text not null,
      reason text,
      request_id text,
      data json not null,
      hash text not null
    )`,
    'create index audit_log_by_subject on audit_log (subject, position)',
    `create table audit_head (
      only_one boolean primary key default true check (only_one),
      position bigint not null,
      hash text not null
    )`,
    `insert into audit_head (position, hash) values (0, '')`,
    ...['audit_log', 'audit_head'].map(
      (table) => `create trigger ${table}_never_removed before delete or truncate on ${table}
        for each statement execute function refuse_removal()`,
    ),
    `create function audit_log_immutable() returns trigger language plpgsql as $$ begin
      ${raise('audit_log_immutable', 'the audit log never changes')}
    end $$`,
    `create trigger audit_log_immutable before update on audit_log
      for each statement execute function audit_log_immutable()`,
  ],
};
