import { notDust } from './not-dust.ts';

/**
 * SQL: the id of the order that a swap has been paid for, or may be: the one that landed, the one that its newest living payment was signed for, or the
 * one that somebody pays by hand, or had when a person ended the swap. Null where there is none: such a swap can neither be paid out nor get anything
 * back.
 */
export function payingOrder(swap: string): string {
  return `coalesce(
    ${swap}.landed_order,
    (select coalesce(a.order_id, st.order_id)
     from steps st join lease_steps ls on ls.step_id = st.id join attempts a on a.lease_id = ls.lease_id
     where st.swap_id = ${swap}.id and st.kind in ('swap', 'deposit') and st.outcome in ('open', 'landed')
     order by st.generation desc, a.seq desc limit 1),
    (select o.id from orders o
     where o.swap_id = ${swap}.id and (o.open and ${paidByHand(swap)} or ${endedByHand(swap)})
     order by o.created_at desc limit 1))`;
}

/** SQL: whether a person may have paid a swap by hand that has ended since. */
export function endedByHand(swap: string): string {
  return `(${swap}.job->>'flow' = 'deposit-by-hand' and ${swap}.state = 'failed' and ${swap}.funds_state = 'unknown')`;
}

/**
 * SQL: whether a swap that a person has ended as unpaid may still get what `own` waits for: its payment is on its way, or came to where nobody knows
 * when `own` was there already. What is submitted later comes later than what that person has looked for.
 */
export function mayStillGet(swap: string, own: string): string {
  return `(${swap}.state = 'failed' and ${swap}.funds_state = 'unknown' and (
    exists (
      select from steps st join lease_steps ls on ls.step_id = st.id and ls.live join leases l on l.id = ls.lease_id
      where st.swap_id = ${swap}.id and st.outcome = 'open' and l.state = 'signed')
    or exists (
      select from interventions i
      where i.kind = 'swap_resolved' and i.subject = ${swap}.id::text and i.at >= ${own}.created_at)))`;
}

/** SQL: whether a deposit of the swap was seen, or is told to have come, that somebody paid by hand. */
export function paidByHand(swap: string): string {
  return `(${swap}.job->>'flow' = 'deposit-by-hand' and ${swap}.state in ('confirming', 'settling', 'needs_review'))`;
}

/**
 * SQL: a subquery of the amounts that may come back of what a swap was paid with, in its column `amount`: what its job gives, and whatever else came to
 * where an order of it wants its deposit, dust left out. Providers send back what they got.
 */
export function amountsPaid(swap: string): string {
  return `(
    select (${swap}.job->>'amount')::numeric as amount
    union
    select p.amount from orders o join deposit_payments p on p.order_id = o.id and p.on_chain
    where o.swap_id = ${swap}.id and ${notDust('p', 'o')})`;
}

/** SQL: the least that came to where the order wants its deposit, dust left out; null where nothing did. What is paid out may be in proportion to it. */
export function leastPaid(order: string): string {
  return `(select min(p.amount) from deposit_payments p
    where p.order_id = ${order}.id and p.on_chain and ${notDust('p', order)})`;
}

export interface LeastPaid {
  least_paid: bigint | null;
  deposit_amount: bigint | null;
}

/** So much a swap may be paid out at least: providers whose price is not fixed pay out in proportion where less came than was wanted. */
export function leastOut(minOut: bigint, { least_paid: paid, deposit_amount: wanted }: LeastPaid): bigint {
  return paid !== null && wanted !== null && paid < wanted ? (minOut * paid) / wanted : minOut;
}
