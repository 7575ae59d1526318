import type { Migration } from './migration.ts';
import { raise } from './raise.ts';

/**
 * Events in one order for readers that must miss none. Each event has the number of the transaction
 * that wrote it, or of a later one that wrote to the same swap: below the oldest open transaction
 * no event can appear any more. The number is the transaction's id plus an offset, which rises when
 * the journal is restored into a cluster that counts its transactions from below.
 *
 * Notices are what happens to no swap, such as a frozen wallet. They are in the same order.
 */
export const eventFeed: Migration = {
  number: 37,
  name: 'event-feed',
  statements: [
    `create table event_feed (
      only_one boolean primary key default true check (only_one),
      transaction_offset bigint not null default 0
    )`,
    'insert into event_feed default values',
    `alter table events
       -- Of the swap, after the event; null: the event is from before.
       add column state text,
       add column funds_state text,
       -- Events from before come first.
       add column transaction_number bigint not null default 0`,
    // A process of an earlier version may still run.
    'alter table events alter column transaction_number set default pg_current_xact_id()::text::bigint',
    'alter table swaps add column last_event_transaction bigint not null default 0',
    'create index events_feed on events (transaction_number, swap_id, seq)',
    `create table notices (
      id uuid primary key default gen_random_uuid(),
      transaction_number bigint not null,
      type text not null,
      at timestamptz not null default date_trunc('milliseconds', now()),
      wallet text,
      chain text,
      data jsonb not null
    )`,
    'create index notices_feed on notices (transaction_number, id)',
    `create trigger notices_never_removed before delete or truncate on notices
       for each statement execute function refuse_removal()`,
    `create function notices_immutable() returns trigger language plpgsql as $$ begin
      ${raise('notices_immutable', 'a notice never changes')}
    end $$`,
    `create trigger notices_immutable before update on notices
       for each statement execute function notices_immutable()`,
    // Wallets are frozen on several ways; each leaves a notice.
    `create function notice_frozen_wallet() returns trigger language plpgsql as $$ begin
      insert into notices (transaction_number, type, wallet, data)
      select pg_current_xact_id()::text::bigint + transaction_offset,
        case when new.frozen_reason is null then 'wallet_unfrozen' else 'wallet_frozen' end, new.name,
        jsonb_strip_nulls(jsonb_build_object('family', new.family, 'reason', new.frozen_reason))
      from event_feed;
      return null;
    end $$`,
    `create trigger wallets_frozen_notice after update of frozen_reason on wallets for each row
       when (old.frozen_reason is distinct from new.frozen_reason) execute function notice_frozen_wallet()`,
  ],
};
