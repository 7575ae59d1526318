import type { ComparedAccount, LostWithin } from '../../ports/stores/recovery-store.ts';
import type { SqlSession } from '../sql-client.ts';

/*
 * Attempts are numbered in the order of commits, without gaps, except for processes that died
 * before they wrote their log entry. The journal kept all commits before the first lost one; the
 * signing logs have the following ones up to the first gap. So a transaction that is in no log was
 * signed after that.
 */

/**
 * The first loss of the last noticed rollback: its losses have higher numbers than any commit that
 * the journal had then. If the journal had signed beyond them, all losses count.
 */
const firstLost = `
  select coalesce(min(lost.signed_at) filter (where lost.sequence > journal.rolled_back_to), min(lost.signed_at)) as at
  from lost, journal`;

const newest = (table: string, at: string): string => `
  (select c.sequence, c.${at} as at from ${table} c, first_lost
   where c.${at} < first_lost.at and c.sequence is not null order by c.sequence desc limit 1)`;

const select = `
  with journal as materialized (
    select id, rolled_back_to from journal_instance
  ), lost as materialized (
    select lost.sequence, lost.signed_at from lost_attempts lost, journal where lost.instance_id = journal.id
  ), first_lost as materialized (${firstLost}
  ), kept as materialized (
    select sequence, at from (${newest('attempts', 'signed_at')} union all ${newest('boosts', 'created_at')}) committed
    order by sequence desc limit 1
  ), shown as (
    select numbered.signed_at as at
    from (
      select lost.sequence, lost.signed_at, dense_rank() over (order by lost.sequence) as place
      from lost where lost.sequence > coalesce((select sequence from kept), 0)
    ) numbered
    where numbered.sequence = coalesce((select sequence from kept), 0) + numbered.place
  )
  select coalesce(greatest((select at from kept), (select max(at) from shown)), to_timestamp(0)) as "from",
    (select max(found_at) from lost_attempts) as until
  where exists (select from lost) and (
    exists (
      select from leases where wallet_id = $1 and chain = $2 and state in ('signed', 'consumed', 'dead', 'expired'))
    or exists (select from lost_attempts where chain = $2 and lower(account) = lower($3)))`;

export async function lostWithin(
  session: SqlSession,
  { walletId, chain, account }: Pick<ComparedAccount, 'walletId' | 'chain' | 'account'>,
): Promise<LostWithin | undefined> {
  const [found] = await session.query<LostWithin>(select, [walletId, chain, account]);
  return found;
}
