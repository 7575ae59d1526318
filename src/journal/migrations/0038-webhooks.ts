import type { Migration } from './migration.ts';

/**
 * Webhooks and what is sent to them. A reader takes the feed's items from its cursor on, and writes
 * deliveries in the transaction that moves the cursor. A delivery names its item, so it costs a
 * short row, and its text is the same at each attempt.
 */
export const webhooks: Migration = {
  number: 38,
  name: 'webhooks',
  statements: [
    `create table webhooks (
      id text primary key,
      url text not null,
      form text not null check (form in ('standard', 'slack')),
      name text,
      topics text[] not null,
      wallets text[],
      chains text[],
      enabled boolean not null default true,
      disabled_reason text,
      disabled_at timestamptz,
      -- The first failure since the last success.
      failing_since timestamptz,
      sealed_secret text not null,
      -- Signs too, until then.
      sealed_old_secret text,
      old_secret_until timestamptz,
      -- Only what later transactions wrote is sent.
      since bigint not null,
      created_at timestamptz not null default now(),
      created_by text not null,
      deleted_at timestamptz,
      constraint webhooks_disabled_with_reason check (enabled or disabled_reason is not null),
      constraint webhooks_deleted_is_disabled check (deleted_at is null or not enabled)
    )`,
    `create table webhook_cursor (
      only_one boolean primary key default true check (only_one),
      number bigint not null,
      id uuid not null,
      seq int not null
    )`,
    `insert into webhook_cursor (number, id, seq) values (-1, '00000000-0000-0000-0000-000000000000', 0)`,
    `create table deliveries (
      -- Sent as webhook-id: the same at each attempt.
      id uuid primary key,
      position bigint generated always as identity unique,
      webhook_id text not null references webhooks,
      topic text not null,
      -- The feed's item; all null: a test.
      number bigint,
      item_id uuid,
      seq int,
      state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
      created_at timestamptz not null default date_trunc('milliseconds', now()),
      due_at timestamptz not null default now(),
      -- From then on a failed attempt is the last one.
      expires_at timestamptz not null default now() + interval '1 day',
      attempts int not null default 0,
      locked_by text,
      locked_until timestamptz,
      constraint deliveries_once_per_item unique (webhook_id, number, item_id, seq)
    )`,
    `create index deliveries_due on deliveries (webhook_id, due_at) where state = 'pending'`,
    'create index deliveries_by_webhook on deliveries (webhook_id, position)',
    `create table delivery_attempts (
      delivery_id uuid not null references deliveries,
      attempt int not null,
      at timestamptz not null,
      duration_ms int not null,
      -- Of the answer; null: there was none.
      status int,
      error text,
      primary key (delivery_id, attempt)
    )`,
    // One notice for each time that an account runs low.
    `create table low_gas (
      wallet text not null,
      family text not null,
      chain text not null,
      is_low boolean not null,
      primary key (wallet, family, chain)
    )`,
  ],
};
