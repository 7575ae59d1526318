import type { Family } from '../../core/swap/chains.ts';
import { openStates } from '../../core/swap/swap.ts';
import type {
  BalanceOverview,
  ObservedHead,
  OverviewPage,
} from '../../ports/stores/overview-store.ts';
import type { SqlSession } from '../sql-client.ts';

interface BalanceRow {
  wallet: string;
  family: Family;
  chain: string;
  token: string;
  balance: bigint;
  block: bigint;
  reserved: bigint;
  in_flight: bigint;
}

export async function balances(
  session: SqlSession,
  { limit, after = [] }: OverviewPage = {},
): Promise<BalanceOverview[]> {
  const [wallet = null, family = null, chain = null, token = null] = after;
  const rows = await session.query<BalanceRow>(
    `with sent as (
       select wallet_id, from_chain as chain, job->'from'->>'token' as token, sum((job->>'amount')::numeric) as amount
       from swaps where state = any($1) and funds_state in ('in_flight', 'moved', 'unknown') group by 1, 2, 3
     )
     select w.name as wallet, w.family, a.chain, a.token, a.balance, a.block, coalesce((
       select sum(r.amount) from reservations r
       where r.wallet_id = a.wallet_id and r.chain = a.chain and r.token = a.token and not r.released
         and (r.included_block is null or r.included_block > a.block)), 0) as reserved, coalesce(sent.amount, 0) as in_flight
     from assets a join wallets w on w.id = a.wallet_id
       left join sent on sent.wallet_id = a.wallet_id and sent.chain = a.chain and sent.token = a.token
     where $2::text is null or (w.name, w.family, a.chain, a.token) > ($2, $3::text, $4::text, $5::text)
     order by w.name, w.family, a.chain, a.token limit $6::int`,
    [openStates, wallet, family, chain, token, limit ?? null],
  );
  return rows.map(({ in_flight: inFlight, ...row }) => ({ ...row, inFlight }));
}

export function chainHeads(session: SqlSession): Promise<ObservedHead[]> {
  return session.query<ObservedHead>(
    'select chain, latest, final, observed_at as at from chain_heads order by chain',
  );
}
