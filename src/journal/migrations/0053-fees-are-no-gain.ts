import type { Migration } from './migration.ts';

/** A negative fee would raise what the job's limit of fees leaves. */
export const feesAreNoGain: Migration = {
  number: 53,
  name: 'fees are no gain',
  statements: [
    'update swaps set fee_spent = 0 where fee_spent < 0',
    'alter table swaps add constraint swaps_fee_spent_check check (fee_spent >= 0)',
  ],
};
