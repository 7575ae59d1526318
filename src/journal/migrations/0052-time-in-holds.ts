import type { Migration } from './migration.ts';

/** A job without a deadline of its own has its time again when persons have decided. */
export const timeInHolds: Migration = {
  number: 52,
  name: 'time in holds',
  statements: [
    'alter table swaps add column held_until timestamptz',
    `create function swaps_note_hold() returns trigger language plpgsql as $$ begin
      new.held_until = date_trunc('milliseconds', now());
      return new;
    end $$`,
    `create trigger swaps_note_hold before update of state on swaps for each row
      when (old.state = 'awaiting_approval' and new.state <> old.state) execute function swaps_note_hold()`,
  ],
};
