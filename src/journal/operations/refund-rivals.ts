import type { SwapId } from '../../core/ids.ts';
import { minimumOut } from '../../core/job.ts';
import type { RefundRival } from '../../core/settlement.ts';
import type { CompetingRefund } from '../../ports/settlement-journal.ts';
import {
  amountsPaid,
  type CompetingRow,
  isCompeting,
  type LeastPaid,
  leastOut,
  leastPaid,
  mayBePaid,
  noDepositUntil,
  unpaidFromRow,
} from '../deposits/paying-order.ts';
import { mayBring, paymentFromStored, type StoredPayment } from '../rows/lost-attempt-row.ts';
import { boundFromStored, type StoredJob } from '../rows/stored-job.ts';
import type { SqlSession } from '../sql-client.ts';

interface RivalRow extends LeastPaid, CompetingRow {
  id: SwapId;
  kind: RefundRival['kind'];
  amount: bigint;
  bound: StoredJob['bound'];
  expected_out: bigint;
}

/**
 * A refund comes to the refund address or to the wallet, so that a swap is a rival where any two of these meet; and so is one whose
 * payout goes to either, in the same token on the same chain. What nobody can have paid gets nothing. A payment that the journal has lost is a rival like one that it knows.
 */
export async function refundRivals(session: SqlSession, id: SwapId): Promise<CompetingRefund[]> {
  return [...(await openRivals(session, id)), ...(await lostRivals(session, id))];
}

/** The swap `$1`: where its money would come back to. */
const own = `own as (
  select id, created_at, wallet_id, from_chain, lower(job->'from'->>'token') as token,
    array[lower(job->>'refundAddress'), lower(job->'wallet'->>'address')] as accounts
  from swaps where id = $1
)`;

async function openRivals(session: SqlSession, id: SwapId): Promise<CompetingRefund[]> {
  const rows = await session.query<RivalRow>(
    `with ${own}
     select s.id, case when gets_back then 'refund' else 'payout' end as kind, paid.amount,
       s.job->'bound' as bound, o.expected_out, ${leastPaid('o')} as least_paid, o.deposit_amount, ${noDepositUntil('o', 's', isCompeting('s', 'own'))} as no_deposit_until
     from own
     join swaps s on s.id <> own.id
       and (${isCompeting('s', 'own')} or s.job->>'flow' <> 'wallet')
     cross join lateral (
       select s.from_chain = own.from_chain and lower(s.job->'from'->>'token') = own.token
         and (s.wallet_id = own.wallet_id
           or array[lower(s.job->>'refundAddress'), lower(s.job->'wallet'->>'address')] && own.accounts) as gets_back,
         s.to_chain = own.from_chain and (s.from_chain <> s.to_chain or s.job->>'flow' <> 'wallet') and lower(s.to_token) = own.token
         and lower(s.receiver) = any (own.accounts) as is_paid
     ) meets
     join orders o on o.swap_id = s.id and ${mayBePaid('o', 's', isCompeting('s', 'own'))}
     join lateral ${amountsPaid('s')} paid on gets_back or paid.amount = (s.job->>'amount')::numeric
     where gets_back or is_paid
     order by s.position, paid.amount`,
    [id],
  );
  return rows.map(({ id: swapId, kind, amount, bound, expected_out: expectedOut, ...row }) => ({
    swapId,
    ...unpaidFromRow(row),
    ...(kind === 'refund'
      ? { kind, amount }
      : { kind, minOut: leastOut(minimumOut({ bound: boundFromStored(bound) }, { expectedOut }), row) }),
  }));
}

async function lostRivals(session: SqlSession, id: SwapId): Promise<CompetingRefund[]> {
  const rows = await session.query<{ swap_id: SwapId; kind: RefundRival['kind']; payment: StoredPayment }>(
    `with ${own}
     select case when gets_back then 'refund' else 'payout' end as kind, lost.swap_id, lost.payment
     from own
     join lost_attempts lost on ${mayBring('lost', 'own')}
     cross join lateral (
       select lost.chain = own.from_chain and lower(lost.payment->'from'->>'token') = own.token
         and array[lower(lost.payment->'from'->>'refundAddress'), lower(lost.account)] && own.accounts as gets_back,
         lost.payment->'to'->>'chain' = own.from_chain and (lost.chain <> own.from_chain or lost.step_kind = 'deposit')
         and lower(lost.payment->'to'->>'token') = own.token
         and lower(lost.payment->'to'->>'receiver') = any (own.accounts) as is_paid
     ) meets
     where gets_back or is_paid
     order by lost.signed_at, lost.tx_id`,
    [id],
  );
  return rows.map(({ swap_id: swapId, kind, payment }) => {
    const { from, to } = paymentFromStored(payment);
    return { swapId, ...(kind === 'refund' ? { kind, amount: from.amount } : { kind, minOut: to.minOut }) };
  });
}
