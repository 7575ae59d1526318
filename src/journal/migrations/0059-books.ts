import type { Migration } from './migration.ts';
import { raise } from './raise.ts';

const endStates = `('settled', 'refunded', 'failed', 'cancelled', 'expired')`;
const insertOnly = ['book_entries', 'book_postings', 'treasury_balances', 'treasury_drift'];

/**
 * The books, the history of balances, and drift. A swap that has ended is booked once for each time
 * that something of it is new, with prices of that time: an export of a closed period never changes.
 * `book_swaps` says what is not booked yet. A trigger writes it, so that no end is missed.
 */
export const books: Migration = {
  number: 59,
  name: 'books',
  statements: [
    `create table book_swaps (
      swap_id uuid primary key references swaps(id),
      -- Of the newest event after the end.
      end_seq int not null,
      end_at timestamptz not null,
      booked_seq int,
      tried_at timestamptz
    )`,
    'create index book_swaps_open on book_swaps (end_at) where booked_seq is distinct from end_seq',
    `create table book_entries (
      swap_id uuid not null references swaps(id),
      entry int not null check (entry > 0),
      -- Of the event that ended the swap, or changed what it had ended with.
      at timestamptz not null,
      state text not null,
      level text,
      provider text,
      primary key (swap_id, entry)
    )`,
    'create index book_entries_by_time on book_entries (at, swap_id, entry)',
    `create table book_postings (
      position bigint generated always as identity unique,
      swap_id uuid not null,
      entry int not null,
      line int not null,
      -- What it comes from, such as a leg: booked once.
      source text not null unique,
      kind text not null check (kind in ('payment', 'network-fee', 'charge', 'payout', 'refund', 'return')),
      -- Null: the account is nobody's that Ferryman knows.
      wallet text,
      account text not null,
      family text not null,
      chain text not null,
      token text not null,
      symbol text,
      -- Null: the token was never read, and only base units are known.
      decimals int check (decimals between 0 and 255),
      listed boolean not null,
      -- What the account has more, in base units.
      amount numeric(78,0) not null check (amount <> 0),
      tx_id text,
      -- Of one whole token. Null: there was no price.
      usd_e18 numeric(78,0) check (usd_e18 > 0),
      price_at timestamptz,
      price_source text,
      primary key (swap_id, entry, line),
      foreign key (swap_id, entry) references book_entries (swap_id, entry),
      constraint book_postings_price_whole check (num_nulls(usd_e18, price_at, price_source) in (0, 3))
    )`,
    'create index book_postings_by_transaction on book_postings (chain, tx_id)',
    'create index book_postings_by_wallet on book_postings (wallet, chain, token, position)',
    `create function note_end_for_books() returns trigger language plpgsql as $$ begin
      insert into book_swaps (swap_id, end_seq, end_at) values (new.swap_id, new.seq, new.at)
      on conflict (swap_id) do update set end_seq = excluded.end_seq, end_at = excluded.end_at, tried_at = null
      where book_swaps.end_seq < excluded.end_seq;
      return null;
    end $$`,
    `create trigger events_note_end after insert on events for each row
      when (new.state in ${endStates}) execute function note_end_for_books()`,
    `insert into book_swaps (swap_id, end_seq, end_at)
      select e.swap_id, e.seq, e.at from swaps s join events e on e.swap_id = s.id and e.seq = s.last_event_seq
      where s.state in ${endStates}`,
    `create table treasury_balances (
      position bigint generated always as identity unique,
      wallet text not null,
      family text not null,
      account text not null,
      chain text not null,
      token text not null,
      symbol text not null,
      decimals int not null,
      at timestamptz not null,
      block numeric(78,0) not null,
      settled numeric(78,0) not null check (settled >= 0),
      in_flight numeric(78,0) not null check (in_flight >= 0),
      usd_e18 numeric(78,0) check (usd_e18 > 0),
      -- Of the newest posting that the balance has in it. Null: a swap of the account was under way, so
      -- that nobody can tell which postings it has.
      booked bigint,
      primary key (wallet, family, chain, token, at)
    )`,
    'create index treasury_balances_by_time on treasury_balances (at, position)',
    `create table treasury_drift (
      position bigint generated always as identity primary key,
      wallet text not null,
      family text not null,
      chain text not null,
      token text not null,
      symbol text not null,
      decimals int not null,
      from_at timestamptz not null,
      until_at timestamptz not null,
      before numeric(78,0) not null,
      after numeric(78,0) not null,
      -- The sum of the postings in between.
      expected numeric(78,0) not null,
      difference numeric(78,0) not null,
      tolerance numeric(78,0) not null,
      unique (wallet, family, chain, token, until_at),
      constraint treasury_drift_adds_up check (difference = after - before - expected)
    )`,
    // One notice for each time that an account goes above its ceiling.
    `create table above_ceiling (
      wallet text not null,
      family text not null,
      is_above boolean not null,
      primary key (wallet, family)
    )`,
    `create function books_insert_only() returns trigger language plpgsql as $$ begin
      ${raise('books_insert_only', 'what is booked never changes')}
    end $$`,
    ...insertOnly.flatMap((table) => [
      `create trigger ${table}_never_removed before delete or truncate on ${table}
        for each statement execute function refuse_removal()`,
      `create trigger ${table}_immutable before update on ${table}
        for each statement execute function books_insert_only()`,
    ]),
    `do $$ declare
      granted record;
    begin
      for granted in select distinct grantee, privilege_type from information_schema.role_table_grants
        where table_schema = current_schema() and table_name = 'swaps' and grantee not in (current_user, 'PUBLIC')
          and privilege_type in ('SELECT', 'INSERT', 'UPDATE') loop
        execute format('grant %s on book_swaps, book_entries, book_postings, treasury_balances, treasury_drift,
          above_ceiling to %I', granted.privilege_type, granted.grantee);
      end loop;
    end $$`,
  ],
};
