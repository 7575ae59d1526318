import type { Migration } from './migration.ts';

/**
 * One index for each way in which a transfer may belong to two swaps: by the receiver of a payout,
 * and by the two addresses that a refund may come to. They leave out what has ended for good.
 * Postgres uses an index with a condition only for a query that repeats it.
 */
export const competitors: Migration = {
  number: 31,
  name: 'competitors',
  statements: [
    'drop index swaps_by_payout',
    'drop index swaps_unpaid_by_payout',
    'drop index swaps_by_deposit_by_payout',
    `create index swaps_by_payout on swaps (to_chain, lower(receiver))
       where (state not in ('settled', 'refunded', 'failed', 'cancelled', 'expired')
         or state = 'failed' and funds_state = 'unknown' or job->>'flow' <> 'wallet')`,
    `create index swaps_by_refund_address on swaps (from_chain, lower(job->>'refundAddress'))
       where (state not in ('settled', 'refunded', 'failed', 'cancelled', 'expired')
         or state = 'failed' and funds_state = 'unknown' or job->>'flow' <> 'wallet')`,
    `create index swaps_by_wallet_address on swaps (from_chain, lower(job->'wallet'->>'address'))
       where (state not in ('settled', 'refunded', 'failed', 'cancelled', 'expired')
         or state = 'failed' and funds_state = 'unknown' or job->>'flow' <> 'wallet')`,
  ],
};
