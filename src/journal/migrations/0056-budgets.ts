import type { Migration } from './migration.ts';

/**
 * Budgets of treasury rules: what a payment takes names the rule that asked for it, empty for none.
 * And stops of one rule.
 */
export const budgets: Migration = {
  number: 56,
  name: 'budgets',
  statements: [
    `alter table cap_uses add column rule text not null default ''`,
    `alter table switches drop constraint switches_scope_check,
       add constraint switches_scope_check check (scope in ('all', 'chain', 'provider', 'wallet', 'lane', 'rule'))`,
  ],
};
