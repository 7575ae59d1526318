import type { Migration } from './migration.ts';

/**
 * A role that carries swaps on with fewer rights than the owner (`0002-laws.ts`) gets on the tables
 * of the migrations 33 to 38 what it has on `swaps`. Without it such a role could not even submit a
 * swap: that writes search terms.
 */
export const grants: Migration = {
  number: 39,
  name: 'grants',
  statements: [
    `do $$ declare
      granted record;
    begin
      for granted in select distinct grantee, privilege_type from information_schema.role_table_grants
        where table_schema = current_schema() and table_name = 'swaps' and grantee not in (current_user, 'PUBLIC')
          and privilege_type in ('SELECT', 'INSERT', 'UPDATE') loop
        execute format('grant %s on audit_log, audit_head, search_terms, bulk_actions, bulk_items, event_feed,
          notices, webhooks, webhook_cursor, deliveries, delivery_attempts, low_gas to %I',
          granted.privilege_type, granted.grantee);
      end loop;
    end $$`,
  ],
};
