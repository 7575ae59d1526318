import type { Asset } from '../../core/swap/job.ts';
import { openStates } from '../../core/swap/swap.ts';
import type { Arriving, ArrivingAt, PromisedFrom } from '../../ports/stores/treasury-store.ts';
import { onlyRow } from '../only-row.ts';
import type { SqlSession } from '../sql-client.ts';

/* What open swaps will change about balances: a rule decides by balances with it. */

/**
 * A payment counts by its reservation until the block that has it, and never again: also while its
 * swap goes on, such as until it has arrived on another chain.
 */
export async function promisedFrom(
  session: SqlSession,
  { walletId, chain, token, block }: PromisedFrom,
): Promise<bigint> {
  const { promised } = onlyRow(
    await session.query<{ promised: bigint }>(
      `select coalesce((
         select sum(amount) from reservations
         where wallet_id = $1 and chain = $2 and token = $3 and not released
           and (included_block is null or included_block > $4)
       ), 0) + coalesce((
         select sum((s.job->>'amount')::numeric) from swaps s
         where s.state = any($5::text[]) and s.ended_as is null and s.from_chain = $2 and s.wallet_id = $1
           and s.job->'from'->>'token' = $3 and s.funds_state not in ('moved', 'returned')
           and not exists (
             select from steps st where st.swap_id = s.id and st.kind in ('swap', 'deposit')
               and (st.outcome = 'landed' or exists (
                 select from lease_steps ls where ls.step_id = st.id and ls.live)))
       ), 0) as promised`,
      [walletId, chain, token, block, openStates],
    ),
  );
  return promised;
}

/**
 * By the promised minimum; of a swap without an order, by the job's own minimum. A job that has a
 * slippage instead promises nothing before its order: it counts by what it sells.
 */
export async function arrivingAt(
  session: SqlSession,
  { chain, token, receiver }: ArrivingAt,
): Promise<Arriving> {
  const rows = await session.query<{ sold: Asset | null; amount: bigint }>(
    `select case when arriving.promised is null then arriving.sold end as sold,
       sum(coalesce(arriving.promised, arriving.amount)) as amount
     from (
       select coalesce(o.min_out, (s.job->'bound'->>'minOut')::numeric) as promised, s.job->'from' as sold,
         (s.job->>'amount')::numeric as amount
       from swaps s left join orders o on o.swap_id = s.id and o.open
       where s.state = any($1::text[]) and s.ended_as is null and s.to_chain = $2 and s.to_token = $3
         and lower(s.receiver) = lower($4) and s.funds_state <> 'returned'
         and not exists (select from legs where legs.swap_id = s.id and not legs.released and legs.role = 'payout')
     ) arriving
     group by 1`,
    [openStates, chain, token, receiver],
  );
  return {
    promised: rows.reduce((sum, { sold, amount }) => (sold ? sum : sum + amount), 0n),
    unquoted: rows.flatMap(({ sold, amount }) => (sold ? [{ sold, amount }] : [])),
  };
}
