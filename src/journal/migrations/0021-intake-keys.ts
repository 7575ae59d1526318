import type { Migration } from './migration.ts';

/**
 * Intake jobs are signed. The key that checks them is made with the API key, so keys from before
 * have none.
 */
export const intakeKeys: Migration = {
  number: 21,
  name: 'intake-keys',
  statements: ['alter table api_keys add column sealed_intake_key text'],
};
