import type { Migration } from './migration.ts';

/**
 * What tells a journal from another one and from its own past: an id of its own, the attempts that
 * it has lost (see the ledger beside the keys), what people decided about that, and up to which
 * nonce an account's transactions are accounted for.
 */
export const timeTravel: Migration = {
  number: 5,
  name: 'time-travel',
  statements: [
    `create table journal_instance (
      only_one boolean primary key default true check (only_one),
      id uuid not null default gen_random_uuid()
    )`,
    'insert into journal_instance default values',
    // Without references: the journal has lost the rows.
    `create table lost_attempts (
      chain text not null,
      tx_id text not null,
      instance_id uuid not null,
      account text not null,
      nonce bigint not null,
      swap_id uuid not null,
      idem_key text not null,
      retries jsonb not null,
      step_kind text not null,
      attempt_kind text not null,
      signed_at timestamptz not null,
      found_at timestamptz not null default now(),
      adopted_at timestamptz,
      primary key (chain, tx_id)
    )`,
    'create index lost_attempts_open on lost_attempts (found_at) where adopted_at is null',
    'create index lost_attempts_by_account on lost_attempts (chain, lower(account), nonce)',
    // Whether the lost attempt was made for this swap, for one that came under its key, or for one
    // that was to try either again.
    `create function stands_for(lost lost_attempts, swap swaps) returns boolean language sql stable as $$
      select lost.swap_id = swap.id or lost.idem_key = swap.idem_key
        or lost.retries @> jsonb_build_array(jsonb_build_object('swapId', swap.id))
        or lost.retries @> jsonb_build_array(jsonb_build_object('idempotencyKey', swap.idem_key))
    $$`,
    `create table interventions (
      id bigint generated always as identity primary key,
      kind text not null check (kind in ('journal_adopted', 'wallet_unfrozen')),
      subject text not null,
      by text not null,
      reason text not null,
      data jsonb not null,
      at timestamptz not null default now()
    )`,
    ...['journal_instance', 'lost_attempts', 'interventions'].map(
      (table) => `create trigger ${table}_never_removed before delete or truncate on ${table}
        for each statement execute function refuse_removal()`,
    ),
    `create function interventions_immutable() returns trigger language plpgsql as $$ begin
      raise exception 'what a person decided never changes'
        using errcode = 'integrity_constraint_violation', constraint = 'interventions_immutable';
    end $$`,
    `create trigger interventions_immutable before update on interventions
      for each statement execute function interventions_immutable()`,
    'alter table wallet_chain add column accounted_nonce bigint',
    `update wallet_chain wc set accounted_nonce = (
       select min(l.nonce) from leases l where l.wallet_id = wc.wallet_id and l.chain = wc.chain)`,
    `create index leases_by_nonce on leases (wallet_id, chain, nonce) where state <> 'void'`,
    // P1 and P2 for a history that is gone: what was paid there is never paid again, and what was
    // fetched never fetched again.
    `create function lost_attempts_stay_signed() returns trigger language plpgsql as $$ begin
      if exists (
        select from steps st join swaps s on s.id = st.swap_id
        join lost_attempts lost on stands_for(lost, s)
        where st.id = new.step_id and lost.attempt_kind <> 'cancel'
          and ((st.kind in ('swap', 'deposit') and lost.step_kind in ('swap', 'deposit'))
            or (st.kind in ('claim', 'refund') and lost.step_kind in ('claim', 'refund'))))
      then
        raise exception 'a step that was signed in a lost history gets no lease'
          using errcode = 'integrity_constraint_violation', constraint = 'lost_attempts_stay_signed';
      end if;
      return new;
    end $$`,
    // P5 the same: what was paid in a lost history is not retried by another swap either.
    `create or replace function paying_swap(latest uuid) returns uuid language sql as $$
      with recursive retries(id) as (
        select latest
        union
        select s.retry_of from swaps s join retries on s.id = retries.id where s.retry_of is not null
      )
      select s.id from retries join swaps s on s.id = retries.id
      where exists (
        select from steps st
        where st.swap_id = s.id and st.kind in ('swap', 'deposit') and (st.outcome = 'landed' or exists (
          select from lease_steps ls join leases l on l.id = ls.lease_id
          where ls.step_id = st.id and l.state in ('signed', 'dead')))
      ) or exists (
        select from lost_attempts lost
        where stands_for(lost, s)
          and lost.attempt_kind <> 'cancel' and lost.step_kind in ('swap', 'deposit'))
      limit 1
    $$`,
    `create trigger lost_attempts_stay_signed before insert on lease_steps
      for each row execute function lost_attempts_stay_signed()`,
  ],
};
