import type { SwapId } from '../../core/ids.ts';
import type { RefundRival } from '../../core/settlement.ts';
import type { SqlSession } from '../sql-client.ts';

/**
 * A refund comes to the refund address or to the wallet, so that a swap is a rival where any two of these meet. One that was seen to be paid out elsewhere, or whose payment was never signed, gets
 * nothing back.
 */
export function refundRivals(session: SqlSession, id: SwapId): Promise<RefundRival[]> {
  return session.query<{ amount: bigint }>(
    `select (s.job->>'amount')::numeric as amount
     from swaps own
     join swaps s on s.from_chain = own.from_chain and s.id <> own.id
       and (s.wallet_id = own.wallet_id or lower(s.job->>'refundAddress') in (
         lower(own.job->>'refundAddress'), lower(own.job->'wallet'->>'address'))
         or lower(s.job->'wallet'->>'address') = lower(own.job->>'refundAddress'))
       and lower(s.job->'from'->>'token') = lower(own.job->'from'->>'token')
       and s.state not in ('settled', 'refunded', 'failed', 'cancelled', 'expired')
       and s.router_status is distinct from 'SUCCESS'
     where own.id = $1 and exists (
       select from steps st join lease_steps ls on ls.step_id = st.id join attempts a on a.lease_id = ls.lease_id
       where st.swap_id = s.id and st.kind in ('swap', 'deposit') and st.outcome in ('open', 'landed'))
     order by s.position`,
    [id],
  );
}
