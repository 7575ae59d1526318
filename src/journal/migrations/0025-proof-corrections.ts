import type { Migration } from './migration.ts';

/** The final block at which an account's nonce was read, so that a later answer can correct an earlier one. */
export const proofCorrections: Migration = {
  number: 20,
  name: 'proof-corrections',
  statements: ['alter table wallet_chain add column final_nonce_block bigint, add column final_nonce_hash text'],
};
