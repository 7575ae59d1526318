import { endStates } from '../rows/end-states.ts';
import { notDust } from './not-dust.ts';

/**
 * SQL: whether a swap may have been paid for the order, so that it may be paid out or get something
 * back: the order landed, the newest living payment was signed for it, or a person may have paid it
 * manually. `isCompeting`: an expression, see below.
 */
export function mayBePaid(order: string, swap: string, isCompeting: string): string {
  return `(${isCompeting} and ${order}.id = coalesce(
      ${swap}.landed_order,
      (select coalesce(a.order_id, st.order_id)
       from steps st join lease_steps ls on ls.step_id = st.id join attempts a on a.lease_id = ls.lease_id
       where st.swap_id = ${swap}.id and st.kind in ('swap', 'deposit') and st.outcome in ('open', 'landed')
       order by st.generation desc, a.seq desc limit 1))
    or ${mayBePaidManually(order, swap, isCompeting)})`;
}

/**
 * SQL: whether a manual deposit may have come to the order. The journal shows its address as soon
 * as it has it, and a person may pay before anything is seen of it. An order that is not open any
 * more can be paid as well, for as long as its address is watched; once money for another order of
 * the swap has come, only what was seen and is not final yet counts: a second deposit. That counts
 * for orders that Ferryman pays as well.
 */
export function mayBePaidManually(order: string, swap: string, isCompeting: string): string {
  return `(exists (
      select from deposit_payments p
      where p.order_id = ${order}.id and p.on_chain and not p.final and not p.told and ${notDust('p', order)}
        and not exists (select from attempts a where a.chain = ${order}.deposit_chain and a.tx_id = p.tx_id))
    or ${swap}.job->>'flow' = 'deposit-by-hand' and (
      ${isCompeting} and (${order}.open and (${order}.deposit_account is not null or ${isSeenPaid(swap)}) or ${endedByHand(swap)})
      or (${order}.deposit_watched_until > now() and ${swap}.landed_order is null and not exists (
      select from orders one join deposit_payments p on p.order_id = one.id and p.on_chain and p.final and ${notDust('p', 'one')}
      where one.swap_id = ${swap}.id))))`;
}

/**
 * SQL: true of every swap that competes with any other, and the condition of the indexes that find
 * these among all that have ended.
 */
export function mayCompete(swap: string): string {
  return `(${swap}.state not in ${endStates} or ${swap}.state = 'failed' and ${swap}.funds_state = 'unknown'
    or ${swap}.job->>'flow' <> 'wallet')`;
}

/**
 * SQL: whether a swap has not ended, or may still get what `own` waits for. Of another one only
 * late deposits compete.
 */
export function isCompeting(swap: string, own: string): string {
  return `(${swap}.state not in ${endStates} or ${mayStillGet(swap, own)})`;
}

/**
 * SQL: up to when no deposit has come to the order, in milliseconds since the epoch; 0: nobody has
 * looked. Null where one may have come: it was seen, be it in a block that is gone, its provider
 * says so, or Ferryman signs the payment.
 */
export function noDepositUntil(order: string, swap: string, isCompeting: string): string {
  return `(case when ${swap}.job->>'flow' = 'deposit-by-hand' and ${swap}.landed_order is null
      and not ${isSeenPaid(swap)} and not (${endedByHand(swap)} and ${isCompeting})
      and not exists (select from deposit_payments p where p.order_id = ${order}.id and ${notDust('p', order)})
    then coalesce(floor(extract(epoch from ${order}.deposit_seen_until) * 1000)::float8, 0) end)`;
}

/** SQL: whether a person may have paid a swap by hand that has ended since. */
function endedByHand(swap: string): string {
  return `(${swap}.job->>'flow' = 'deposit-by-hand' and ${swap}.state = 'failed' and ${swap}.funds_state = 'unknown')`;
}

/**
 * SQL: whether a swap that a person has ended as unpaid may still get what `own` waits for: its
 * payment is on its way, or came to where nobody knows when `own` was there already. What is
 * submitted later comes later than what that person has looked for.
 */
function mayStillGet(swap: string, own: string): string {
  return `(${swap}.state = 'failed' and ${swap}.funds_state = 'unknown' and (
    exists (
      select from steps st join lease_steps ls on ls.step_id = st.id and ls.live join leases l on l.id = ls.lease_id
      where st.swap_id = ${swap}.id and st.outcome = 'open' and l.state = 'signed')
    or exists (
      select from interventions i
      where i.kind = 'swap_resolved' and i.subject = ${swap}.id::text and i.at >= ${own}.created_at)))`;
}

/** SQL: whether a manual deposit of the swap was seen, or its provider says that it has come. */
function isSeenPaid(swap: string): string {
  return `(${swap}.job->>'flow' = 'deposit-by-hand' and ${swap}.state in ('confirming', 'settling', 'needs_review'))`;
}

/**
 * SQL: a subquery of the amounts that may come back of what a swap was paid with, in its column
 * `amount`: what its job gives, and whatever else came to where an order of it wants its deposit,
 * dust left out. Providers send back what they got.
 */
export function amountsPaid(swap: string): string {
  return `(
    select (${swap}.job->>'amount')::numeric as amount
    union
    select p.amount from orders o join deposit_payments p on p.order_id = o.id and p.on_chain
    where o.swap_id = ${swap}.id and ${notDust('p', 'o')})`;
}

/**
 * SQL: the least that came to where the order wants its deposit, dust left out; null where nothing
 * did. What is paid out may be in proportion to it.
 */
export function leastPaid(order: string): string {
  return `(select min(p.amount) from deposit_payments p
    where p.order_id = ${order}.id and p.on_chain and ${notDust('p', order)})`;
}

/** Rows of swaps that compete for a transfer. */
export interface CompetingRow {
  no_deposit_until: number | null;
}

export function unpaidFromRow({ no_deposit_until: until }: CompetingRow): {
  noDepositUntil?: number;
} {
  return until === null ? {} : { noDepositUntil: until };
}

/** Amounts as text. */
export interface LeastPaid {
  least_paid: string | null;
  deposit_amount: string | null;
}

/**
 * So much a swap may be paid out at least: providers whose price is not fixed pay out in proportion
 * where less came than was wanted.
 */
export function leastOut(
  minOut: bigint,
  { least_paid: least, deposit_amount: deposit }: LeastPaid,
): bigint {
  if (least === null || deposit === null) return minOut;
  const [paid, wanted] = [BigInt(least), BigInt(deposit)];
  return paid < wanted ? (minOut * paid) / wanted : minOut;
}
