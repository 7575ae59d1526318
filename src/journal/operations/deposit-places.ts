import type { DepositPlacesQuery, WatchedPlace } from '../../ports/journal.ts';
import type { SqlSession } from '../sql-client.ts';

interface PlaceRow extends Pick<WatchedPlace, 'orderId' | 'swapId' | 'account' | 'token' | 'after'> {
  memo: string | null;
  amount: bigint;
  wallet_address: string;
  refund_address: string;
}

/** A look at an old place can wait: a fiftieth of its age, and an hour at most. */
export async function depositPlaces(
  session: SqlSession,
  { chain, pace, limit }: DepositPlacesQuery,
): Promise<WatchedPlace[]> {
  const rows = await session.query<PlaceRow>(
    `select o.id as "orderId", s.id as "swapId", o.deposit_account as account, s.job->'from'->>'token' as token,
       coalesce(o.deposit_looked, o.deposit_anchor) as after, o.deposit_memo as memo, o.deposit_amount as amount,
       s.job->'wallet'->>'address' as wallet_address, s.job->>'refundAddress' as refund_address
     from orders o join swaps s on s.id = o.swap_id
     where o.deposit_chain = $1 and o.deposit_watched_until > now() and (
       o.deposit_looked_at is null
       or (s.state in ('awaiting_deposit', 'confirming') and s.job->>'flow' = 'deposit-by-hand')
       or o.deposit_looked_at <= now() - greatest($2::float8 * interval '1 millisecond',
            least((now() - o.created_at) / 50, interval '1 hour')))
     order by o.deposit_looked_at nulls first limit $3`,
    [chain, pace, limit],
  );
  return rows.map(({ memo, amount, wallet_address: wallet, refund_address: refund, ...place }) => ({
    ...place,
    deposit: { amount, ...(memo === null ? {} : { memo }) },
    own: [wallet, refund],
  }));
}
