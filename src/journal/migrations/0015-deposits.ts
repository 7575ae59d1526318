import type { Migration } from './migration.ts';

/**
 * What an order that is paid by deposit wants. Two orders never have one number at one provider,
 * and of two that are open at the same time never the same address with the same memo: nobody could
 * tell whose a payment is.
 */
export const deposits: Migration = {
  number: 15,
  name: 'deposits',
  statements: [
    `alter table orders
       add column exchange_id text,
       add column deposit_chain text,
       add column deposit_address text,
       -- The address in the one form that its chain has for it.
       add column deposit_account text,
       add column deposit_memo text,
       add column deposit_amount numeric(78,0) check (deposit_amount > 0),
       add constraint orders_deposit_whole check (
         num_nonnulls(exchange_id, deposit_chain, deposit_address, deposit_account, deposit_amount) in (0, 5)
           and (deposit_memo is null or exchange_id is not null))`,
    'create unique index orders_exchange_id_unique on orders (lower(provider), exchange_id)',
    `create unique index orders_deposit_place_unique on orders (deposit_chain, deposit_account, coalesce(deposit_memo, ''))
       where open and deposit_account is not null`,
    `create function orders_deposit_stays() returns trigger language plpgsql as $$ begin
      if old.exchange_id is not null
        and (new.provider, new.exchange_id, new.deposit_chain, new.deposit_address, new.deposit_account, new.deposit_memo, new.deposit_amount)
          is distinct from
          (old.provider, old.exchange_id, old.deposit_chain, old.deposit_address, old.deposit_account, old.deposit_memo, old.deposit_amount)
      then
        raise exception 'where an order wants its deposit never changes'
          using errcode = 'integrity_constraint_violation', constraint = 'orders_deposit_stays';
      end if;
      return new;
    end $$`,
    `create trigger orders_deposit_stays before update on orders for each row execute function orders_deposit_stays()`,
  ],
};
