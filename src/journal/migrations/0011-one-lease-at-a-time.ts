import type { Migration } from './migration.ts';

/**
 * Leases of TON (a wallet contract's number, which ends by time as well) and of Bitcoin (coins). An
 * account has one of them at a time: what the next one would be depends on how it ends.
 */
export const oneLeaseAtATime: Migration = {
  number: 11,
  name: 'one-lease-at-a-time',
  statements: [
    `create table outpoints (
      chain text not null,
      outpoint text not null,
      lease_id uuid not null references leases,
      position bigint generated always as identity,
      live boolean not null default true,
      primary key (lease_id, outpoint)
    )`,
    `create trigger outpoints_never_removed before delete or truncate on outpoints
       for each statement execute function refuse_removal()`,
    'create unique index outpoints_one_lease_each on outpoints (chain, outpoint) where live',
    `create unique index leases_one_at_a_time on leases (wallet_id, chain)
       where family in ('ton', 'bitcoin') and state in ('held', 'signed')`,
    // A number that expired unused is leased again.
    'drop index leases_key_unique',
    `create unique index leases_key_unique on leases (chain, key) where state not in ('void', 'expired')`,
    `alter table leases drop constraint leases_terms_of_family, add constraint leases_terms_of_family check (
       case family
         when 'evm' then nonce is not null and expires is null
         when 'bitcoin' then nonce is null and expires is null
         when 'ton' then nonce is not null and (state in ('held', 'void') or expires is not null)
         else nonce is null and (state in ('held', 'void') or expires is not null) end)`,
    `alter table leases drop constraint leases_of_one_attempt_expire,
       add constraint leases_of_one_attempt_expire check (state <> 'expired' or family in ('tron', 'solana', 'ton'))`,
    `alter table attempts drop constraint p4_one_attempt_per_lease,
       add constraint p4_one_attempt_per_lease check (family not in ('tron', 'solana', 'ton') or seq = 1)`,
  ],
};
