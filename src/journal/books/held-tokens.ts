import type { WalletId } from '../../core/swap/ids.ts';
import { openStates } from '../../core/swap/swap.ts';
import type { HeldToken } from '../../ports/stores/balance-store.ts';
import type { SqlSession } from '../sql-client.ts';

const heldText = `
  with sent as (
    select wallet_id, from_chain as chain, job->'from'->>'token' as token, sum((job->>'amount')::numeric) as amount
    from swaps where state = any($1) and funds_state in ('in_flight', 'moved', 'unknown') group by 1, 2, 3
  ), held as (
    select w.id, w.name, w.family, a.chain, a.token from assets a join wallets w on w.id = a.wallet_id
    union select w.id, w.name, w.family, p.chain, p.token from (
      select distinct wallet, family, chain, token from book_postings where wallet is not null) p
      join wallets w on w.name = p.wallet and w.family = p.family
  )
  select held.name as wallet, held.family, held.chain, held.token, coalesce(sent.amount, 0) as "inFlight"
  from held left join sent on sent.wallet_id = held.id and sent.chain = held.chain and sent.token = held.token
  order by 1, 2, 3, 4`;

export function heldTokens(session: SqlSession): Promise<HeldToken[]> {
  return session.query<HeldToken>(heldText, [openStates]);
}

const busyText = `
  with busy as (
    select id from swaps where state = any($1)
    union select swap_id from book_swaps where booked_seq is distinct from end_seq
  )
  select distinct w.id from busy join swaps s on s.id = busy.id
  join wallets w on w.id = s.wallet_id or lower(w.address) in (lower(s.receiver), lower(s.job->>'refundAddress'))`;

export async function busyAccounts(session: SqlSession): Promise<ReadonlySet<WalletId>> {
  const rows = await session.query<{ id: WalletId }>(busyText, [openStates]);
  return new Set(rows.map(({ id }) => id));
}
