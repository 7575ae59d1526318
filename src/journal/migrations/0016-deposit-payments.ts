import type { Migration } from './migration.ts';

/**
 * What comes to where orders want their deposits, from whomever. An address is looked at for as
 * long as something may come late or again; and a swap that had ended is taken up again where
 * something does, for a person to see.
 */
export const depositPayments: Migration = {
  number: 16,
  name: 'deposit-payments',
  statements: [
    `alter table orders
       -- Head of the chain when the order was asked for.
       add column deposit_anchor numeric(78,0),
       -- Everything up to this block has been seen.
       add column deposit_looked numeric(78,0),
       add column deposit_looked_at timestamptz,
       add column deposit_watched_until timestamptz`,
    `create index orders_watched on orders (deposit_chain, deposit_watched_until) where deposit_watched_until is not null`,
    `create table deposit_payments (
      order_id uuid not null references orders,
      tx_id text not null,
      index int not null,
      amount numeric(78,0) not null check (amount > 0),
      memo text,
      payer text,
      block_number numeric(78,0) not null,
      block_hash text not null,
      at timestamptz not null,
      final boolean not null,
      -- Its block was replaced since, where it is not.
      on_chain boolean not null default true,
      -- A person was told that it belongs to no payment of the swap.
      told boolean not null default false,
      seen_at timestamptz not null default now(),
      constraint deposit_payments_once primary key (order_id, tx_id, index)
    )`,
    `create trigger deposit_payments_never_removed before delete or truncate on deposit_payments
       for each statement execute function refuse_removal()`,
    // Whatever the code does: where a person pays, nothing is signed that pays too.
    `create function steps_pay_nothing_paid_by_hand() returns trigger language plpgsql as $$ begin
      if new.kind in ('swap', 'deposit') and (select job->>'flow' from swaps where id = new.swap_id) = 'deposit-by-hand' then
        raise exception 'a swap that is paid by hand signs no payment'
          using errcode = 'integrity_constraint_violation', constraint = 'steps_pay_nothing_paid_by_hand';
      end if;
      return new;
    end $$`,
    `create trigger steps_pay_nothing_paid_by_hand before insert on steps
       for each row execute function steps_pay_nothing_paid_by_hand()`,
    `alter table swaps add column ended_as text constraint swaps_ended_as check (
       ended_as is null or (state = 'needs_review' and ended_as in ('settled', 'refunded', 'failed', 'cancelled', 'expired')))`,
  ],
};
