import type { Migration } from './migration.ts';

/**
 * No two orders have the same deposit target. All orders share the vaults of THORChain and Maya, and
 * the memo says what is paid for: there only two open orders exclude each other. `deposit_once` is
 * chain, address and memo in one text, of the first order that has them. It is absent for such
 * vaults, and for orders that a process of an older version stores.
 */
export const depositAddressOnce: Migration = {
  number: 55,
  name: 'deposit address once',
  statements: [
    'alter table orders add column deposit_once text',
    `update orders set deposit_once = concat_ws(' ', deposit_chain, deposit_account, coalesce(deposit_memo, ''))
     where id in (
      select id from (
        select id, row_number() over (
          partition by deposit_chain, deposit_account, coalesce(deposit_memo, '') order by created_at, id) as place
        from orders
        where deposit_account is not null and (deposit_memo is null or deposit_memo !~* '^(=|s|swap):')) numbered
      where place = 1)`,
    'create unique index orders_deposit_once on orders (deposit_once)',
  ],
};
