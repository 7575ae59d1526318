/**
 * SQL: the id of the order that a swap has been paid for, or may be: the one that landed, the one that its newest living payment was signed for, or the
 * one that somebody pays by hand. Null where there is none: such a swap can neither be paid out nor get anything back.
 */
export function payingOrder(swap: string): string {
  return `coalesce(
    ${swap}.landed_order,
    (select coalesce(a.order_id, st.order_id)
     from steps st join lease_steps ls on ls.step_id = st.id join attempts a on a.lease_id = ls.lease_id
     where st.swap_id = ${swap}.id and st.kind in ('swap', 'deposit') and st.outcome in ('open', 'landed')
     order by st.generation desc, a.seq desc limit 1),
    (select o.id from orders o
     where o.swap_id = ${swap}.id and o.open and ${paidByHand(swap)}))`;
}

/** SQL: whether a deposit of the swap was seen, or is told to have come, that somebody paid by hand. */
export function paidByHand(swap: string): string {
  return `(${swap}.job->>'flow' = 'deposit-by-hand' and ${swap}.state in ('confirming', 'settling', 'needs_review'))`;
}
