/**
 * An allowance is lower than the last approve minus the most that Ferryman's payments can have
 * used. In base units.
 */
export interface ExternalUse {
  spender: string;
  given: string;
  /** By payments that were signed, or may have been included, after the approve. */
  used: string;
  /** Null: not read since the approve was proven, and the approve is for the same spender again. */
  standing: string | null;
  /** Whether the approve is proven. Before that, a reorganization may explain the difference. */
  proven: boolean;
}

/**
 * SQL: the `ExternalUse` of an account's allowances of a token, if there is one. It checks all
 * spenders of the token: one that took something will take more.
 * @param walletId, chain, token, spender SQL expressions
 */
export function selectExternalUse(
  walletId: string,
  chain: string,
  token: string,
  spender: string,
): string {
  return `
    select al.spender, last.given::text as given, payments.used::text as used, al.confirmed::text as standing, last.proven
    from allowances al
    cross join lateral (
      select st.allowance_value as given, st.outcome = 'landed' as proven, l.position, a.block_number
      from steps st
      join lease_steps ls on ls.step_id = st.id
      join leases l on l.id = ls.lease_id
      join attempts a on a.lease_id = l.id and a.kind <> 'cancel' and a.succeeded
        and a.status in ('included', 'final') and (al.confirmed is null or a.block_number <= al.confirmed_block)
      where st.wallet_id = al.wallet_id and st.chain = al.chain and st.token = al.token and st.spender = al.spender
        and l.position > al.accounted_position
      order by l.position desc limit 1
    ) last
    cross join lateral (
      select coalesce(sum(n.amount), 0) as used
      from allowance_needs n join leases l on l.id = n.lease_id
      where n.wallet_id = al.wallet_id and n.chain = al.chain and n.token = al.token and n.spender = al.spender
        and (l.position > last.position or l.state = 'signed' or n.included_block >= last.block_number)
    ) payments
    where al.wallet_id = ${walletId} and al.chain = ${chain} and al.token = ${token}
      and (al.confirmed < last.given - payments.used or (al.confirmed is null and al.spender = ${spender}))
    order by (al.confirmed is not null and last.proven) desc limit 1`;
}
