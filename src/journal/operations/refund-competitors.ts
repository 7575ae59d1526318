import type { RefundCompetitor } from '../../core/settlement/settlement.ts';
import type { SwapId } from '../../core/swap/ids.ts';
import { minimumOut } from '../../core/swap/job.ts';
import type { CompetingRefund } from '../../ports/stores/attribution-store.ts';
import {
  amountsPaid,
  type CompetingRow,
  isCompeting,
  type LeastPaid,
  leastOut,
  leastPaid,
  mayBePaid,
  mayCompete,
  noDepositUntil,
  unpaidFromRow,
} from '../deposits/paying-order.ts';
import { onlyRow } from '../only-row.ts';
import { jsonRows } from '../rows/json-rows.ts';
import { mayBeConfused, paymentFromStored, type StoredPayment } from '../rows/lost-attempt-row.ts';
import { boundFromStored, type StoredJob } from '../rows/stored-job.ts';
import type { SqlSession } from '../sql-client.ts';

/** The swaps and lost payments that compete for a refund to the swap's payer, as one row. */
export interface RefundCompetitorsRow {
  refund_competitors: readonly OpenRow[];
  lost_refund_competitors: readonly LostRow[];
}

interface OpenRow extends LeastPaid, CompetingRow {
  id: SwapId;
  kind: RefundCompetitor['kind'];
  amount: string;
  bound: StoredJob['bound'];
  expected_out: string;
}

interface LostRow {
  swap_id: SwapId;
  kind: RefundCompetitor['kind'];
  payment: StoredPayment;
}

/**
 * A refund goes to the refund address or to the wallet. A swap competes if one of these is the
 * same, or if its payout goes to one of them in the same token on the same chain. A swap that
 * cannot have been paid gets neither. A lost payment competes like a stored one.
 */
export async function refundCompetitors(
  session: SqlSession,
  id: SwapId,
): Promise<CompetingRefund[]> {
  const rows = await session.query<RefundCompetitorsRow>(
    `select ${refundCompetitorColumns('$1')}`,
    [id],
  );
  return refundCompetitorsFromRow(onlyRow(rows));
}

/**
 * Select list of a `RefundCompetitorsRow`.
 * @param id an SQL expression
 */
export function refundCompetitorColumns(id: string): string {
  return `${jsonRows(selectOpen(id))} as refund_competitors, ${jsonRows(selectLost(id))} as lost_refund_competitors`;
}

export function refundCompetitorsFromRow(row: RefundCompetitorsRow): CompetingRefund[] {
  return [
    ...row.refund_competitors.map(openFromRow),
    ...row.lost_refund_competitors.map(lostFromRow),
  ];
}

/** The swap with the accounts that its refund may go to. */
function own(id: string): string {
  return `own as (
    select id, created_at, wallet_id, from_chain, lower(job->'from'->>'token') as token,
      array[lower(job->>'refundAddress'), lower(job->'wallet'->>'address')] as accounts
    from swaps where id = ${id}
  )`;
}

function selectOpen(id: string): string {
  return `
    with ${own(id)}
    select s.id, case when gets_back then 'refund' else 'payout' end as kind, paid.amount::text,
      s.job->'bound' as bound, o.expected_out::text, ${leastPaid('o')}::text as least_paid, o.deposit_amount::text,
      ${noDepositUntil('o', 's', isCompeting('s', 'own'))} as no_deposit_until
    from own
    cross join lateral (select s.id from swaps s where ${mayCompete('s')} and s.id <> own.id) living
    -- Fetched by id: to return them in order, Postgres would read all swaps.
    cross join lateral (
      select * from swaps s
      where s.id = living.id and (${isCompeting('s', 'own')} or s.job->>'flow' <> 'wallet') offset 0
    ) s
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
    order by s.position, paid.amount`;
}

function openFromRow({
  id: swapId,
  kind,
  amount,
  bound,
  expected_out: expected,
  ...row
}: OpenRow): CompetingRefund {
  const expectedOut = BigInt(expected);
  return {
    swapId,
    ...unpaidFromRow(row),
    ...(kind === 'refund'
      ? { kind, amount: BigInt(amount) }
      : {
          kind,
          minOut: leastOut(minimumOut({ bound: boundFromStored(bound) }, { expectedOut }), row),
        }),
  };
}

function selectLost(id: string): string {
  return `
    with ${own(id)}
    select case when gets_back then 'refund' else 'payout' end as kind, lost.swap_id, lost.payment
    from own
    join lost_attempts lost on ${mayBeConfused('lost', 'own')}
    cross join lateral (
      select lost.chain = own.from_chain and lower(lost.payment->'from'->>'token') = own.token
        and array[lower(lost.payment->'from'->>'refundAddress'), lower(lost.account)] && own.accounts as gets_back,
        lost.payment->'to'->>'chain' = own.from_chain and (lost.chain <> own.from_chain or lost.step_kind = 'deposit')
        and lower(lost.payment->'to'->>'token') = own.token
        and lower(lost.payment->'to'->>'receiver') = any (own.accounts) as is_paid
    ) meets
    where gets_back or is_paid
    order by lost.signed_at, lost.tx_id`;
}

function lostFromRow({ swap_id: swapId, kind, payment }: LostRow): CompetingRefund {
  const { from, to } = paymentFromStored(payment);
  return {
    swapId,
    ...(kind === 'refund' ? { kind, amount: from.amount } : { kind, minOut: to.minOut }),
  };
}
