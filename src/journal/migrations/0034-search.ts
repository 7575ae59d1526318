import type { Migration } from './migration.ts';

/** Into as many parts the swaps that are there already are divided. */
const parts = 40;

/**
 * What swaps are found by. The terms of a swap are written once, when it is submitted: an index on
 * `swaps` would be written again at each of its changes. The other indexes are on what only some
 * swaps have.
 *
 * | term | of |
 * |---|---|
 * | `s:` | idempotency key, receiver, refund address, values of metadata, all in lower case |
 * | `m:` | `key=value` of metadata |
 * | `w:` | wallet; of an account also its treasury wallet |
 * | `c:` | chain, of either side |
 */
export const search: Migration = {
  number: 34,
  name: 'search',
  statements: [
    `create table search_terms (
      term text collate "C" not null,
      position bigint not null,
      constraint search_terms_pkey primary key (term, position)
    )`,
    // An entry of an index has at most 2,700 bytes, and a client may send any number of metadata.
    `create function terms_of(swap swaps) returns table (term text) language sql immutable as $$
      select distinct left(t.term, 200) from (
        select own.term from (values ('s:' || lower(swap.idem_key)), ('s:' || lower(swap.receiver)),
          (case when swap.job->>'refundAddress' <> swap.job->'wallet'->>'address' then 's:' || lower(swap.job->>'refundAddress') end),
          ('w:' || swap.wallet_name), ('w:' || split_part(swap.wallet_name, '/', 1)),
          ('c:' || swap.from_chain), ('c:' || swap.to_chain)) own(term)
        union all
        select kind.term from (
          select key, value from jsonb_each_text(swap.job->'metadata') order by key limit 32
        ) entry cross join lateral (values ('s:' || lower(value)), ('m:' || key || '=' || value)) kind(term)
      ) t where t.term is not null
    $$`,
    `create function write_search_terms() returns trigger language plpgsql as $$ begin
      insert into search_terms (term, position) select term, new.position from terms_of(new);
      return null;
    end $$`,
    // In parts: a statement of a journal with a million swaps would take longer than one may.
    ...Array.from(
      { length: parts },
      (_, part) => `insert into search_terms (term, position)
        select t.term, swap.position from (select max(position) as newest from swaps) all_swaps
        join swaps swap on swap.position > all_swaps.newest * ${part} / ${parts}
          and swap.position <= all_swaps.newest * ${part + 1} / ${parts}
        cross join lateral terms_of(swap) t`,
    ),
    `create trigger swaps_are_found after insert on swaps for each row execute function write_search_terms()`,
    // Swaps that settle without a hitch are never in it.
    `create index swaps_by_reason on swaps (reason_code, position) where reason_code is not null`,
    `create index orders_by_number on orders (lower(exchange_id) collate "C") where exchange_id is not null`,
    `create index orders_by_deposit_address on orders (lower(deposit_address) collate "C") where deposit_address is not null`,
    `create index deposit_payments_by_transaction on deposit_payments (lower(tx_id) collate "C")`,
  ],
};
