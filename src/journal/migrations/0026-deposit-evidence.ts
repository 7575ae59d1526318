import type { Migration } from './migration.ts';

/**
 * Up to when the address of an order was empty went by when a scan looked, however old the newest
 * block was. What was stored by that is forgotten; the next look says it by the times of the
 * blocks.
 */
export const depositEvidence: Migration = {
  number: 26,
  name: 'deposit-evidence',
  statements: [`update orders set deposit_seen_until = null where deposit_seen_until is not null`],
};
