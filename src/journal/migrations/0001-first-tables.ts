import type { Migration } from './migration.ts';

/*
 * Amounts are base units in numeric(78,0), wide enough for a uint256. Addresses are in the
 * canonical form of their family. Names of constraints are part of the interface: they come back in
 * `JOURNAL_BROKEN_INVARIANT`.
 */

const operation = [
  `create table switches (
    scope text not null check (scope in ('all', 'chain', 'provider', 'wallet')),
    subject text not null,
    stopped boolean not null,
    changed_by text not null,
    reason text not null,
    changed_at timestamptz not null default now(),
    primary key (scope, subject)
  )`,
  `create table wallets (
    id uuid primary key,
    name text not null,
    family text not null,
    address text not null,
    key_ref text not null,
    frozen_reason text,
    created_at timestamptz not null default now(),
    constraint wallets_name_unique unique (name, family)
  )`,
  // An EVM address is the same account in any case; two wallets of one account would hand out the
  // same nonces.
  `create unique index wallets_address_unique
    on wallets (family, (case family when 'evm' then lower(address) else address end))`,
  `create table wallet_chain (
    wallet_id uuid not null references wallets,
    chain text not null,
    -- Null until the first lease: what was signed with the key before that is nobody's concern.
    next_nonce bigint,
    chain_nonce bigint not null,
    chain_nonce_block bigint not null,
    final_nonce bigint,
    primary key (wallet_id, chain)
  )`,
  `create table chain_heads (
    chain text primary key,
    latest bigint not null,
    final bigint not null,
    observed_at timestamptz not null default now()
  )`,
  `create table observers (
    chain text primary key,
    holder text not null,
    held_until timestamptz not null
  )`,
  `create table api_keys (
    id text primary key,
    hash text not null constraint api_keys_hash_unique unique,
    scopes text[] not null,
    created_at timestamptz not null default now()
  )`,
];

const swaps = [
  `create table swaps (
    id uuid primary key,
    position bigint generated always as identity,
    idem_key text not null constraint swaps_idem_key_unique unique,
    body_hash text not null,
    retry_of uuid references swaps constraint swaps_retry_of_unique unique,
    job jsonb not null,
    wallet_id uuid not null references wallets,
    wallet_name text not null,
    from_chain text not null,
    to_chain text not null,
    to_token text not null,
    receiver text not null,
    state text not null check (state in ('requested', 'quoted', 'executing', 'confirming', 'settling',
      'awaiting_approval', 'awaiting_deposit', 'claiming', 'refunding', 'needs_review',
      'settled', 'refunded', 'failed', 'cancelled', 'expired')),
    funds_state text not null check (funds_state in ('untouched', 'in_flight', 'moved', 'returned', 'unknown')),
    reason_code text,
    reason_message text,
    landed_order uuid,
    fee_spent numeric(78,0) not null default 0,
    version int not null,
    consecutive_failures int not null default 0,
    router_status text,
    router_destination_chain text,
    router_destination_tx_id text,
    router_asked_at timestamptz,
    router_first_asked_at timestamptz,
    settlement_level text check (settlement_level in ('verified', 'inferred', 'router-reported', 'disputed')),
    last_event_seq int not null,
    last_event_hash text not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  `create unique index swaps_newest on swaps (position)`,
  `create index swaps_by_state on swaps (state, position)`,
  `create index swaps_by_payout on swaps (to_chain, lower(receiver))
    where state not in ('settled', 'refunded', 'failed', 'cancelled', 'expired')`,
  // Written by every worker all the time, and so kept narrow and apart.
  `create table timers (
    swap_id uuid primary key references swaps,
    due_at timestamptz not null,
    claimed_by text,
    claimed_until timestamptz
  )`,
  `create index timers_due on timers (due_at)`,
  `create table events (
    swap_id uuid not null references swaps,
    seq int not null,
    type text not null,
    at timestamptz not null,
    data json not null,
    hash text not null,
    primary key (swap_id, seq)
  )`,
  // The hash of an event covers the one before it: none can be changed or taken out unnoticed.
  `create function event_hash(previous text, swap uuid, seq int, at timestamptz, type text, data text)
    returns text language sql immutable as $$
      select encode(sha256(convert_to(previous || '{"at":' || floor(extract(epoch from at) * 1000)::bigint
        || ',"data":' || data || ',"seq":' || seq || ',"swapId":"' || swap || '","type":"' || type || '"}', 'UTF8')), 'hex')
    $$`,
  `create table orders (
    id uuid primary key,
    swap_id uuid not null references swaps,
    quote_id text not null constraint orders_quote_id_unique unique,
    provider text not null,
    swap_type text not null,
    spender text,
    min_out numeric(78,0) not null,
    quoted_min_out numeric(78,0) not null,
    expected_out numeric(78,0) not null,
    declared_fee numeric(78,0) not null,
    destination_anchor bigint not null,
    quoted_at timestamptz not null,
    requested_at timestamptz,
    transaction jsonb,
    echo jsonb,
    sign_by timestamptz,
    good_until timestamptz,
    open boolean not null default true,
    quote_raw json not null,
    swap_raw json,
    created_at timestamptz not null default now()
  )`,
  `create unique index orders_one_open_per_swap on orders (swap_id) where open`,
  `create index orders_by_swap on orders (swap_id)`,
  `create table legs (
    swap_id uuid not null references swaps,
    chain text not null,
    tx_id text not null,
    index int not null,
    token text not null,
    amount numeric(78,0) not null check (amount > 0),
    role text not null check (role in ('payout', 'refund')),
    level text not null check (level in ('verified', 'inferred', 'router-reported', 'disputed')),
    created_at timestamptz not null default now(),
    constraint legs_one_swap_per_payout unique (chain, tx_id, index)
  )`,
  `create index legs_by_swap on legs (swap_id)`,
];

const steps = [
  `create table proofs (
    id uuid primary key,
    rule text not null,
    evidence jsonb not null,
    endpoints jsonb not null,
    anchor_number bigint,
    anchor_hash text,
    created_at timestamptz not null default now()
  )`,
  `create table steps (
    id uuid primary key,
    position bigint generated always as identity,
    swap_id uuid references swaps,
    order_id uuid references orders,
    wallet_id uuid not null references wallets,
    chain text not null,
    kind text not null check (kind in ('approve', 'revoke', 'swap', 'deposit', 'refund', 'claim')),
    generation int not null check (generation >= 1),
    outcome text not null default 'open' check (outcome in ('open', 'landed', 'dead', 'reverted_final')),
    proof_id uuid references proofs,
    token text,
    spender text,
    allowance_value numeric(78,0),
    created_at timestamptz not null default now(),
    constraint steps_generation_unique unique (swap_id, kind, generation),
    constraint steps_closed_by_proof check (outcome = 'open' or proof_id is not null)
  )`,
  `create table leases (
    id uuid primary key,
    position bigint generated always as identity,
    family text not null,
    chain text not null,
    wallet_id uuid not null references wallets,
    account text not null,
    nonce bigint not null check (nonce >= 0),
    key text not null,
    native_token text not null,
    holder text not null,
    held_until timestamptz not null,
    state text not null default 'held' check (state in ('held', 'signed', 'consumed', 'dead', 'void')),
    proof_id uuid references proofs,
    created_at timestamptz not null default now(),
    constraint leases_family_unique unique (id, family, chain),
    constraint leases_closed_by_proof check (state not in ('consumed', 'dead') or proof_id is not null)
  )`,
  `create unique index leases_key_unique on leases (chain, key) where state <> 'void'`,
  `create unique index leases_one_held_per_account on leases (wallet_id, chain) where state = 'held'`,
  `create index leases_signed on leases (chain) where state = 'signed'`,
  `create index leases_void on leases (wallet_id, chain, nonce) where state = 'void'`,
  `create table lease_steps (
    lease_id uuid not null references leases,
    step_id uuid not null references steps,
    live boolean not null default true,
    primary key (lease_id, step_id)
  )`,
  `create index lease_steps_by_step on lease_steps (step_id)`,
  `create table attempts (
    id uuid primary key,
    lease_id uuid not null,
    family text not null,
    chain text not null,
    seq int not null check (seq >= 1),
    kind text not null check (kind in ('pay', 'bump', 'cancel')),
    order_id uuid references orders,
    tx_id text not null,
    bytes text not null,
    fee jsonb not null,
    signed_at timestamptz not null default now(),
    sent_at timestamptz,
    status text not null default 'unseen' check (status in ('unseen', 'pending', 'included', 'final')),
    block_number bigint,
    block_hash text,
    succeeded boolean,
    fee_paid numeric(78,0),
    progressed boolean not null default false,
    constraint attempts_of_lease foreign key (lease_id, family, chain) references leases (id, family, chain),
    constraint attempts_tx_id_unique unique (chain, tx_id),
    constraint attempts_seq_unique unique (lease_id, seq),
    constraint attempts_included_in_block check (
      (status in ('included', 'final'))
      = (num_nulls(block_number, block_hash, succeeded, fee_paid) = 0)),
    constraint p4_one_attempt_per_lease check (family not in ('tron', 'solana') or seq = 1)
  )`,
  `create unique index attempts_one_included_per_lease on attempts (lease_id) where status in ('included', 'final')`,
  `create index attempts_to_progress on attempts (chain, block_number) where status = 'included' and not progressed`,
  // The laws of payment (P1 to P4): whatever the code does, no two living payments of one swap.
  `create unique index p1_one_living_payment_per_swap on steps (swap_id)
    where kind in ('swap', 'deposit') and outcome not in ('dead', 'reverted_final')`,
  `create unique index p2_one_living_claim_or_refund_per_swap on steps (swap_id)
    where kind in ('claim', 'refund') and outcome not in ('dead', 'reverted_final')`,
  `create unique index p3_one_living_lease_per_step on lease_steps (step_id) where live`,
];

const money = [
  `create table assets (
    wallet_id uuid not null references wallets,
    chain text not null,
    token text not null,
    balance numeric(78,0) not null,
    block bigint not null,
    primary key (wallet_id, chain, token)
  )`,
  `create table reservations (
    lease_id uuid not null references leases,
    step_id uuid not null references steps,
    wallet_id uuid not null references wallets,
    chain text not null,
    token text not null,
    amount numeric(78,0) not null check (amount >= 0),
    included_block bigint,
    released boolean not null default false,
    primary key (lease_id, token)
  )`,
  `create index reservations_open on reservations (wallet_id, chain, token) where not released`,
  `create table allowances (
    chain text not null,
    wallet_id uuid not null references wallets,
    token text not null,
    spender text not null,
    confirmed numeric(78,0),
    confirmed_block bigint,
    approve_step uuid references steps,
    primary key (chain, wallet_id, token, spender),
    check ((confirmed is null) = (confirmed_block is null))
  )`,
  `create table allowance_needs (
    order_id uuid primary key references orders,
    swap_id uuid not null references swaps,
    wallet_id uuid not null references wallets,
    chain text not null,
    token text not null,
    spender text not null,
    amount numeric(78,0) not null check (amount > 0),
    state text not null default 'open' check (state in ('open', 'signed', 'released')),
    lease_id uuid references leases,
    included_block bigint,
    check ((state = 'open') <= (lease_id is null)),
    check ((state = 'signed') <= (lease_id is not null))
  )`,
  `create unique index allowance_needs_one_open_per_swap on allowance_needs (swap_id) where state = 'open'`,
  `create index allowance_needs_living on allowance_needs (wallet_id, chain, token, spender) where state <> 'released'`,
  `create index allowance_needs_by_lease on allowance_needs (lease_id)`,
];

export const firstTables: Migration = {
  number: 1,
  name: 'first-tables',
  statements: [...operation, ...swaps, ...steps, ...money],
};
