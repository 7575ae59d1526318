import type { Migration } from './migration.ts';

/** What notices of nearly used caps and of ceilings need, so that each is raised once. */
export const limitsOfRules: Migration = {
  number: 60,
  name: 'limits of rules',
  statements: [
    // `usd`, or chain and token.
    `alter table above_ceiling add column subject text not null default 'usd'`,
    'alter table above_ceiling drop constraint above_ceiling_pkey',
    'alter table above_ceiling add constraint above_ceiling_pkey primary key (wallet, family, subject)',
    'alter table above_ceiling alter column subject drop default',
    `create index notices_of_budgets on notices ((data->>'budget'), at) where type = 'budget_nearly_used'`,
  ],
};
