import type { SearchText } from '../../core/operator/search-text.ts';
import type { SqlParameter } from '../sql-client.ts';
import { reasonCodes } from './reason-codes.ts';

/** Follows every text that begins like another one, in the order of bytes. */
const last = '\u{10ffff}';

/** In the order of `searchCandidates`. */
export function searchParameters(search: SearchText): SqlParameter[] {
  const { text, findsLonger, ids, transactions, inMessages } = search;
  return [
    text,
    findsLonger ? last : '',
    ids?.from ?? null,
    ids?.to ?? null,
    [...transactions],
    inMessages ? `%${text.replaceAll(/[\\%_]/g, '\\$&')}%` : null,
  ];
}

/** The chains of a table, one look into its index for each: an index by chain is then one by hash. */
function chainsOf(table: string): string {
  return `with recursive chains(chain) as (
    (select chain from ${table} order by chain limit 1)
    union all
    select (select chain from ${table} later where later.chain > chains.chain order by later.chain limit 1)
    from chains where chains.chain is not null
  ) select chain from chains where chain is not null`;
}

/** Swaps of one code whose messages are read. */
const messagesOfCode = 1_000;

/**
 * SQL: the positions of the swaps that a free search finds, whatever of them it names. Each part
 * looks into one index; parts that the text cannot mean have parameters that are null or empty.
 * @param own numbers the parameters of `searchParameters`, from 1
 */
export function searchCandidates(
  own: (number: number) => string,
  within: string,
  newest: string,
): string {
  const [text, suffix, from, to, transactions, message] = [1, 2, 3, 4, 5, 6].map(own);
  const lower = `left(lower(${text}::text), 198)`;
  const range = (column: string, start = lower): string =>
    `${column} collate "C" between ${start} and ${start} || ${suffix}::text`;
  // Hashes hold letters and digits only, which every collation has in an order that keeps what
  // begins with the same characters together.
  const begins = (column: string, with_: string): string =>
    `${column} >= ${with_} and ${column} < ${with_} || repeat('z', 90) and starts_with(${column}, ${with_})`;
  // Each step is fenced by `offset 0`: the planner would expect many hits, and read whole tables.
  const swapOf = (id: string): string =>
    `cross join lateral (select swaps.position from swaps where swaps.id = ${id} offset 0) s`;
  const ofAttempts = (source: string): string => `select s.position from ${source}
    cross join lateral (select st.swap_id from lease_steps ls join steps st on st.id = ls.step_id
      where ls.lease_id = a.lease_id offset 0) step
    ${swapOf('step.swap_id')}`;
  const wanted = `unnest(${transactions}::text[]) wanted(hash)`;
  // Their order forces the index that has only those.
  const ofOrders = (where: string): string =>
    `select s.position from (select o.swap_id from orders o where ${where} offset 0) o ${swapOf('o.swap_id')}`;
  const parts = [
    `select position from search_terms where ${range('term', `('s:' || ${lower})`)} and ${within}`,
    `select position from swaps where id between ${from}::uuid and ${to}::uuid`,
    `${ofAttempts(`${wanted} cross join (${chainsOf('attempts')}) c
      cross join lateral (select lease_id from attempts where attempts.chain = c.chain and ${begins('attempts.tx_id', 'wanted.hash')} offset 0) a`)}`,
    `${ofAttempts(`${wanted} cross join (${chainsOf('boosts')}) c
      cross join lateral (select attempt_id from boosts where boosts.chain = c.chain and ${begins('boosts.tx_id', 'wanted.hash')} offset 0) b
      cross join lateral (select lease_id from attempts where attempts.id = b.attempt_id offset 0) a`)}`,
    `select s.position from ${wanted} cross join (${chainsOf('legs')}) c
      cross join lateral (select swap_id from legs where legs.chain = c.chain
        and ${begins('transaction_key(legs.tx_id)', 'transaction_key(wanted.hash)')} offset 0) l
      ${swapOf('l.swap_id')}`,
    `select s.position from ${wanted} cross join lateral (
        select order_id from deposit_payments p where lower(p.tx_id) collate "C" between lower(wanted.hash)
          and lower(wanted.hash) || ${suffix}::text offset 0) p
      cross join lateral (select swap_id from orders where orders.id = p.order_id offset 0) o
      ${swapOf('o.swap_id')}`,
    ...['exchange_id', 'deposit_address'].map((column) =>
      ofOrders(`o.${column} is not null and ${range(`lower(o.${column})`)}
        order by lower(o.${column}) collate "C"`),
    ),
    `select t.position from wallets w cross join lateral (
        select position from search_terms where term = 'w:' || w.name and ${within} ${newest}) t
      where lower(w.address) = ${lower}`,
    `select position from swaps where reason_code = upper(${text}) and ${within}`,
    // The newest of each code, which is what somebody who reads a message has at hand.
    `select position from (
        select found.position, found.reason_code, found.reason_message from (${reasonCodes}) codes cross join lateral (
          select position, reason_code, reason_message from swaps
          where ${message}::text is not null and reason_code between codes.code and codes.code
          order by reason_code desc, position desc limit ${messagesOfCode}) found offset 0) reason
      where reason_code || ' ' || reason_message ilike ${message}`,
  ];
  return `select distinct position from (select * from (${parts.join('\nunion all ')}) every offset 0) hit where ${within} ${newest}`;
}
