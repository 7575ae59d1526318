import type { SwapId } from '../../core/ids.ts';
import { minimumOut } from '../../core/job.ts';
import type { RefundRival } from '../../core/settlement.ts';
import { boundFromStored, type StoredJob } from '../rows/stored-job.ts';
import type { SqlSession } from '../sql-client.ts';

interface RivalRow {
  kind: RefundRival['kind'];
  amount: bigint;
  bound: StoredJob['bound'];
  expected_out: bigint;
}

/**
 * A refund comes to the refund address or to the wallet, so that a swap is a rival where any two of these meet; and so is one whose
 * payout goes to either, in the same token on the same chain. What was never signed gets nothing.
 */
export async function refundRivals(session: SqlSession, id: SwapId): Promise<RefundRival[]> {
  const rows = await session.query<RivalRow>(
    `with own as (
       select id, wallet_id, from_chain, lower(job->'from'->>'token') as token,
         array[lower(job->>'refundAddress'), lower(job->'wallet'->>'address')] as accounts
       from swaps where id = $1
     )
     select case when gets_back then 'refund' else 'payout' end as kind, (s.job->>'amount')::numeric as amount,
       s.job->'bound' as bound, o.expected_out
     from own
     join swaps s on s.id <> own.id and s.state not in ('settled', 'refunded', 'failed', 'cancelled', 'expired')
     cross join lateral (
       select s.from_chain = own.from_chain and lower(s.job->'from'->>'token') = own.token
         and (s.wallet_id = own.wallet_id
           or array[lower(s.job->>'refundAddress'), lower(s.job->'wallet'->>'address')] && own.accounts) as gets_back,
         s.to_chain = own.from_chain and s.from_chain <> s.to_chain and lower(s.to_token) = own.token
         and lower(s.receiver) = any (own.accounts) as is_paid
     ) meets
     join lateral (
       select a.order_id
       from steps st join lease_steps ls on ls.step_id = st.id join attempts a on a.lease_id = ls.lease_id
       where st.swap_id = s.id and st.kind in ('swap', 'deposit') and st.outcome in ('open', 'landed')
       order by st.generation desc, a.seq desc limit 1
     ) payment on true
     join orders o on o.id = coalesce(s.landed_order, payment.order_id)
     where gets_back or is_paid
     order by s.position`,
    [id],
  );
  return rows.map(({ kind, amount, bound, expected_out: expectedOut }) =>
    kind === 'refund'
      ? { kind, amount }
      : { kind, minOut: minimumOut({ bound: boundFromStored(bound) }, { expectedOut }) },
  );
}
