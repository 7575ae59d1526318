import type { Migration } from './migration.ts';
import { raise } from './raise.ts';

/**
 * What the answers to a key leave out. A key that sees less than others must not act or administer.
 * That is no check of the table, since `scopes` is older: a bound of an old column could refuse what
 * an older process writes.
 */
export const maskedKeys: Migration = {
  number: 42,
  name: 'masked keys',
  statements: [
    `alter table api_keys add column masks text[]
      check (masks <@ '{addresses,metadata}' and cardinality(masks) > 0)`,
    `create function api_keys_masked_only_view() returns trigger language plpgsql as $$ begin
      if new.masks is not null and new.scopes <> '{view}' then
        ${raise('api_keys_masked_only_view', 'a key with masks has the scope view alone')}
      end if;
      return new;
    end $$`,
    `create trigger api_keys_masked_only_view before insert or update on api_keys
      for each row execute function api_keys_masked_only_view()`,
  ],
};
