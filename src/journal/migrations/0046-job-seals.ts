import type { Migration } from './migration.ts';
import { raise } from './raise.ts';

/**
 * The seal of the process that accepted a job. A swap of an earlier version gets one when a person
 * has approved its job; a seal never changes.
 */
export const jobSeals: Migration = {
  number: 46,
  name: 'job seals',
  statements: [
    'alter table swaps add column job_seal jsonb',
    `create function swaps_seal_stays() returns trigger language plpgsql as $$ begin
      ${raise('swaps_seal_stays', 'the seal of a job never changes')}
      return new;
    end $$`,
    `create trigger swaps_seal_stays before update of job_seal on swaps for each row
      when (old.job_seal is not null and new.job_seal is distinct from old.job_seal) execute function swaps_seal_stays()`,
  ],
};
