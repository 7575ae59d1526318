import type { Migration } from './migration.ts';

/**
 * What operators look at without reading whole tables. The log grows with what people do. The other
 * two indexes have few entries, and their conditions name columns that others have already: no
 * update of a swap or a delivery becomes dearer.
 */
export const listsOfOperators: Migration = {
  number: 45,
  name: 'lists-of-operators',
  statements: [
    'create index audit_log_by_actor on audit_log (actor, position)',
    `create index swaps_failed_unknown on swaps (position) where state = 'failed' and funds_state = 'unknown'`,
    `create index deliveries_failed on deliveries (webhook_id, position) where state = 'failed'`,
  ],
};
