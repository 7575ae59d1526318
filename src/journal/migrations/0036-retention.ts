import type { Migration } from './migration.ts';

/**
 * Answers of the routing service that were moved out of the journal: which file has those of an
 * order, and what the file has to be. Programs of the schema before do not read the answers.
 */
export const retention: Migration = {
  number: 36,
  name: 'retention',
  statements: [
    `create table archives (
      name text primary key,
      sha256 text not null,
      bytes bigint not null,
      orders int not null,
      written_at timestamptz not null default now()
    )`,
    `create trigger archives_never_removed before delete or truncate on archives
      for each statement execute function refuse_removal()`,
    `alter table orders alter column quote_raw drop not null,
      add column archive text references archives (name)`,
    // Whoever carries swaps on with fewer rights than the owner may archive as well.
    `do $$ declare
      granted record;
    begin
      for granted in select distinct grantee, privilege_type from information_schema.role_table_grants
        where table_schema = current_schema() and table_name = 'orders' and grantee not in (current_user, 'PUBLIC')
          and privilege_type in ('SELECT', 'INSERT') loop
        execute format('grant %s on archives to %I', granted.privilege_type, granted.grantee);
      end loop;
    end $$`,
  ],
};
