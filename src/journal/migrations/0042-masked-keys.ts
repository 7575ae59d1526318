import type { Migration } from './migration.ts';

/** What the answers to a key leave out. A key that sees less than others must not act or administer. */
export const maskedKeys: Migration = {
  number: 42,
  name: 'masked keys',
  statements: [
    `alter table api_keys
      add column masks text[],
      add constraint api_keys_masked_keys_only_view check (masks is null
        or (masks <@ '{addresses,metadata}' and cardinality(masks) > 0 and scopes = '{view}'))`,
  ],
};
