import type { Migration } from './migration.ts';
import { raise } from './raise.ts';

/**
 * A person may edit the job of a swap that has ended unpaid, unless a person was to pay it. The edited swap takes its place as a
 * retry would (`retry_of`), so that the law of retries (P5) holds for both. And deliveries are found
 * by their swap.
 */
export const edits: Migration = {
  number: 43,
  name: 'edits',
  statements: [
    'alter table swaps add column is_edit boolean not null default false',
    `create function swaps_edit_of_a_swap() returns trigger language plpgsql as $$ begin
      if new.retry_of is null then
        ${raise('swaps_edit_of_a_swap', 'an edit names the swap whose place it takes')}
      end if;
      if exists (select from swaps s where s.id = new.retry_of and s.job->>'flow' = 'deposit-by-hand') then
        ${raise('swaps_edit_of_no_manual_deposit', 'a person may still pay the deposit of the swap')}
      end if;
      return new;
    end $$`,
    // No check of the table: older processes do not know the column.
    `create trigger swaps_edit_of_a_swap before insert on swaps
      for each row when (new.is_edit) execute function swaps_edit_of_a_swap()`,
    `create function swaps_edit_immutable() returns trigger language plpgsql as $$ begin
      if new.is_edit is distinct from old.is_edit then
        ${raise('swaps_edit_immutable', 'this part of swaps never changes')}
      end if;
      return new;
    end $$`,
    `create trigger swaps_edit_immutable before update of is_edit on swaps
      for each row execute function swaps_edit_immutable()`,
    'create index deliveries_by_item on deliveries (item_id, position) where item_id is not null',
  ],
};
