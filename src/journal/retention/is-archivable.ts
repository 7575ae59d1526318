/**
 * SQL on `swaps s`: nothing more happens to the swap by itself, and no person has to look at it. A
 * swap that is disputed, in doubt, lost in a rollback, of a frozen wallet, or whose deposit address
 * is watched is left as it is. So is one that another swap tries again that has not ended.
 * @param unchangedFor the number of the parameter with the milliseconds
 */
export function isArchivable(unchangedFor: number): string {
  return `s.state in ('settled', 'refunded', 'failed', 'cancelled', 'expired') and s.ended_as is null
    and s.updated_at < now() - $${unchangedFor}::float8 * interval '1 millisecond'
    and s.funds_state <> 'unknown' and s.settlement_level is distinct from 'disputed'
    and not exists (select from timers t where t.swap_id = s.id)
    and not exists (select from lane_swaps entry where entry.swap_id = s.id)
    and not exists (select from orders watched where watched.swap_id = s.id and watched.deposit_watched_until > now())
    and not exists (select from steps st where st.swap_id = s.id and (st.outcome = 'open' or st.disputed))
    and not exists (
      select from steps st join lease_steps ls on ls.step_id = st.id join leases l on l.id = ls.lease_id
      where st.swap_id = s.id and (l.state in ('held', 'signed') or l.doubt is not null))
    and not exists (select from wallets w where w.id = s.wallet_id and w.frozen_reason is not null)
    and not exists (select from swaps later where later.retry_of = s.id and not has_ended(later))
    and not exists (
      select from lost_attempts lost
      where lost.imported_at is null and (lost.swap_id = s.id or lost.idem_key = s.idem_key))`;
}
