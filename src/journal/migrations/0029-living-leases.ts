import type { Migration } from './migration.ts';

/**
 * Lets what is under way be found without what was: the leases of an account that are held or
 * signed, by their nonces, and the lost attempts that are not imported.
 */
export const livingLeases: Migration = {
  number: 29,
  name: 'living-leases',
  statements: [
    'drop index leases_signed',
    `create index leases_living on leases (chain, wallet_id, nonce) where state in ('held', 'signed')`,
    'create index lost_attempts_not_imported on lost_attempts (swap_id) where imported_at is null',
  ],
};
