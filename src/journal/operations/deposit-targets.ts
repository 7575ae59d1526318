import type { DepositTargetsQuery, WatchedDeposit } from '../../ports/stores/deposit-store.ts';
import type { SqlSession } from '../sql-client.ts';

interface TargetRow
  extends Pick<
    WatchedDeposit,
    'orderId' | 'swapId' | 'account' | 'token' | 'after' | 'anchor' | 'isWaitedFor' | 'askedAt'
  > {
  memo: string | null;
  amount: bigint;
  wallet_address: string;
  refund_address: string;
}

/**
 * SQL: tables `o`, `s`, `waited` and `period` with the condition that selects the due targets. The
 * time between two checks is about a fiftieth of the target's age. Targets of one age are due
 * together: if blocks are read one by one, a check costs the same for one target as for all.
 * @param chain, pace, slowest SQL expressions
 */
export function dueTargets(chain: string, pace: string, slowest: string): string {
  return `
     from orders o join swaps s on s.id = o.swap_id
     cross join lateral (
       select s.state in ('awaiting_deposit', 'confirming') and s.job->>'flow' = 'deposit-by-hand' and o.open as for
     ) waited
     cross join lateral (
       select least(${slowest}::float8, ${pace}::float8 * 2 ^ floor(
         ln(greatest(1, extract(epoch from now() - o.created_at)::float8 * 1000 / 50 / ${pace}::float8)) / ln(2::float8))) as length
     ) period
     where o.deposit_chain = ${chain} and o.deposit_watched_until > now() and (
       o.deposit_looked_at is null
       or waited.for
       or floor(extract(epoch from o.deposit_looked_at)::float8 * 1000 / period.length)
         < floor(extract(epoch from now())::float8 * 1000 / period.length))`;
}

export async function depositTargets(
  session: SqlSession,
  { chain, pace, slowest, limit }: DepositTargetsQuery,
): Promise<WatchedDeposit[]> {
  const rows = await session.query<TargetRow>(
    `select o.id as "orderId", s.id as "swapId", o.deposit_account as account, s.job->'from'->>'token' as token,
       coalesce(o.deposit_looked, o.deposit_anchor) as after, o.deposit_anchor as anchor, o.deposit_memo as memo, o.deposit_amount as amount,
       s.job->'wallet'->>'address' as wallet_address, s.job->>'refundAddress' as refund_address,
       waited.for as "isWaitedFor", now() as "askedAt"
     ${dueTargets('$1', '$2', '$3')}
     order by o.deposit_looked_at nulls first limit $4`,
    [chain, pace, slowest, limit],
  );
  return rows.map(
    ({ memo, amount, wallet_address: wallet, refund_address: refund, ...target }) => ({
      ...target,
      deposit: { amount, ...(memo === null ? {} : { memo }) },
      own: [wallet, refund],
    }),
  );
}
