import { endStates } from '../rows/end-states.ts';
import { notDust } from './not-dust.ts';

/**
 * SQL: whether the swap may have been paid for the order, so that it may get a payout or a refund:
 * the order landed, the newest live payment was signed for it, or a person may have paid it
 * manually.
 * @param isCompeting an expression, see below
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
 * SQL: whether a manual deposit may have reached the order. The journal shows the order's address
 * at once, and a person may pay before Ferryman observes it. A closed order can be paid too while
 * its address is watched. Once another order of the swap has got money, only an observed deposit
 * that is not final counts: a second deposit. That also applies to orders that Ferryman pays.
 */
export function mayBePaidManually(order: string, swap: string, isCompeting: string): string {
  return `(exists (
      select from deposit_payments p
      where p.order_id = ${order}.id and p.on_chain and not p.final and not p.told and ${notDust('p', order)}
        and not exists (select from attempts a where a.chain = ${order}.deposit_chain and a.tx_id = p.tx_id))
    or ${swap}.job->>'flow' = 'deposit-by-hand' and (
      ${isCompeting} and (${order}.open and (${order}.deposit_account is not null or ${isObservedPaid(swap)}) or ${isEndedManualDeposit(swap)})
      or (${order}.deposit_watched_until > now() and ${swap}.landed_order is null and not exists (
      select from orders one join deposit_payments p on p.order_id = one.id and p.on_chain and p.final and ${notDust('p', 'one')}
      where one.swap_id = ${swap}.id))))`;
}

/**
 * SQL: true for every swap that competes with any other. It is the condition of the indexes that
 * find these among all ended swaps.
 */
export function mayCompete(swap: string): string {
  return `(${swap}.state not in ${endStates} or ${swap}.state = 'failed' and ${swap}.funds_state = 'unknown'
    or ${swap}.job->>'flow' <> 'wallet')`;
}

/**
 * SQL: whether a swap has not ended, or may still get the transfer that `own` waits for. Otherwise
 * only its late deposits compete.
 */
export function isCompeting(swap: string, own: string): string {
  return `(${swap}.state not in ${endStates} or ${mayStillGet(swap, own)})`;
}

/**
 * SQL: until when no deposit has reached the order, in milliseconds since the epoch; 0: never
 * checked. Null if one may have: it was observed, even in a block that was reorganized out, the
 * provider reports it, or Ferryman signs the payment.
 */
export function noDepositUntil(order: string, swap: string, isCompeting: string): string {
  return `(case when ${swap}.job->>'flow' = 'deposit-by-hand' and ${swap}.landed_order is null
      and not ${isObservedPaid(swap)} and not (${isEndedManualDeposit(swap)} and ${isCompeting})
      and not exists (select from deposit_payments p where p.order_id = ${order}.id and ${notDust('p', order)})
    then coalesce(floor(extract(epoch from ${order}.deposit_seen_until) * 1000)::float8, 0) end)`;
}

/** SQL: whether a person may have paid the swap manually before it ended. */
function isEndedManualDeposit(swap: string): string {
  return `(${swap}.job->>'flow' = 'deposit-by-hand' and ${swap}.state = 'failed' and ${swap}.funds_state = 'unknown')`;
}

/**
 * SQL: whether a swap that a person ended as unpaid may still get the transfer that `own` waits
 * for: its payment is signed and unproven, or it was resolved after `own` was created. A swap
 * submitted after that cannot own a transfer that the person searched for.
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

/** SQL: whether a manual deposit of the swap was observed, or its provider reports it. */
function isObservedPaid(swap: string): string {
  return `(${swap}.job->>'flow' = 'deposit-by-hand' and ${swap}.state in ('confirming', 'settling', 'needs_review'))`;
}

/**
 * SQL: a subquery of the amounts that may come back from what a swap was paid with, in its column
 * `amount`: its job's amount, and every other deposit to one of its orders except dust. Providers
 * refund what they received.
 */
export function amountsPaid(swap: string): string {
  return `(
    select (${swap}.job->>'amount')::numeric as amount
    union
    select p.amount from orders o join deposit_payments p on p.order_id = o.id and p.on_chain
    where o.swap_id = ${swap}.id and ${notDust('p', 'o')})`;
}

/**
 * SQL: the smallest deposit to the order except dust; null if there is none. The payout may be in
 * proportion to it.
 */
export function leastPaid(order: string): string {
  return `(select min(p.amount) from deposit_payments p
    where p.order_id = ${order}.id and p.on_chain and ${notDust('p', order)})`;
}

/** Rows of competing swaps. */
export interface CompetingRow {
  no_deposit_until: number | null;
}

export function unpaidFromRow({ no_deposit_until: until }: CompetingRow): {
  noDepositUntil?: number;
} {
  return until === null ? {} : { noDepositUntil: until };
}

/** Amounts as decimal strings. */
export interface LeastPaid {
  least_paid: string | null;
  deposit_amount: string | null;
}

/**
 * The smallest amount that a swap may be paid out, in base units. A provider without a fixed price
 * pays in proportion if it received less than the order's deposit.
 */
export function leastOut(
  minOut: bigint,
  { least_paid: least, deposit_amount: deposit }: LeastPaid,
): bigint {
  if (least === null || deposit === null) return minOut;
  const [paid, wanted] = [BigInt(least), BigInt(deposit)];
  return paid < wanted ? (minOut * paid) / wanted : minOut;
}
