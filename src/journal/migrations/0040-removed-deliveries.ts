import type { Migration } from './migration.ts';

/**
 * Retention removes old deliveries. A role that carries swaps on with fewer rights than the owner
 * (`0002-laws.ts`) may do so: it may change them already, and the feed has their events for ever.
 */
export const removedDeliveries: Migration = {
  number: 40,
  name: 'removed deliveries',
  statements: [
    `do $$ declare
      granted record;
    begin
      for granted in select distinct grantee from information_schema.role_table_grants
        where table_schema = current_schema() and table_name = 'swaps' and grantee not in (current_user, 'PUBLIC')
          and privilege_type = 'UPDATE' loop
        execute format('grant delete on deliveries, delivery_attempts to %I', granted.grantee);
      end loop;
    end $$`,
  ],
};
