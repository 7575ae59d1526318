import type { Migration } from './migration.ts';

/**
 * Sessions of browsers. They are removed when they end, so a role with fewer rights than the owner
 * needs `delete` here, and gets it if it may write swaps.
 */
export const sessions: Migration = {
  number: 41,
  name: 'sessions',
  statements: [
    `create table sessions (
      hash text primary key,
      key_id text not null references api_keys,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null
    )`,
    'create index sessions_expires_at on sessions (expires_at)',
    `do $$ declare
      granted record;
    begin
      for granted in select distinct grantee, privilege_type from information_schema.role_table_grants
        where table_schema = current_schema() and table_name = 'swaps' and grantee not in (current_user, 'PUBLIC')
          and privilege_type in ('SELECT', 'INSERT') loop
        execute format('grant %s on sessions to %I',
          case granted.privilege_type when 'INSERT' then 'insert, delete' else 'select' end, granted.grantee);
      end loop;
    end $$`,
  ],
};
