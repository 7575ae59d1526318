import type { ExpectedRefund } from '../../core/settlement/settlement.ts';
import type { TokenAddress } from '../../core/swap/chains.ts';
import type { SwapId } from '../../core/swap/ids.ts';
import { notDust } from '../deposits/not-dust.ts';
import {
  amountsPaid,
  type CompetingRow,
  isCompeting,
  mayBePaidManually,
  mayCompete,
  noDepositUntil,
  unpaidFromRow,
} from '../deposits/paying-order.ts';
import { jsonRows } from '../rows/json-rows.ts';
import { mayBeConfused, paymentFromStored, type StoredPayment } from '../rows/lost-attempt-row.ts';

/**
 * Swaps that paid from the chain on which this swap awaits its payout, and whose refund goes to the
 * payout's receiver: to their refund address or to their wallet. A swap that cannot have been paid
 * gets no refund. Within one chain only deposits are refunded.
 */
export interface CompetitorsByRefundRow {
  competitors_by_refund: readonly OpenRow[];
  lost_competitors_by_refund: readonly { swap_id: SwapId; payment: StoredPayment }[];
}

interface OpenRow extends CompetingRow {
  id: SwapId;
  token: TokenAddress;
  amount: string;
  paid_in: string | null;
  router_destination_tx_id: string | null;
  is_reported_paid: boolean;
}

type CompetitorByRefund = ExpectedRefund & { swapId: SwapId };

/**
 * Select list of a `CompetitorsByRefundRow`.
 * @param id, anyToken SQL expressions
 */
export function competitorsByRefundColumns(id: string, anyToken: string): string {
  return `${jsonRows(selectOpen(id, anyToken))} as competitors_by_refund,
    ${jsonRows(selectLost(id, anyToken))} as lost_competitors_by_refund`;
}

export function competitorsByRefundFromRow(row: CompetitorsByRefundRow): CompetitorByRefund[] {
  return [
    ...row.competitors_by_refund.map(openFromRow),
    ...row.lost_competitors_by_refund.map(lostFromRow),
  ];
}

function selectOpen(id: string, anyToken: string): string {
  const meets = `s.from_chain = own.to_chain and (s.to_chain <> s.from_chain or s.job->>'flow' <> 'wallet')
    and s.id <> own.id
    and (${anyToken}::boolean or lower(s.job->'from'->>'token') = lower(own.to_token)) and ${mayCompete('s')}`;
  // One select for each index.
  return `
    select s.id, s.job->'from'->>'token' as token, came_of.amount::text, payment.paid_in::text, payment.no_deposit_until,
      s.router_destination_tx_id,
      coalesce(s.router_status in ('SUCCESS', 'READY_TO_CLAIM'), false) as is_reported_paid
    from swaps own
    cross join lateral (
      select s.id from swaps s where ${meets} and lower(s.job->>'refundAddress') = lower(own.receiver)
      union
      select s.id from swaps s where ${meets} and lower(s.job->'wallet'->>'address') = lower(own.receiver)
    ) meeting
    -- Fetched by id: to return them in order, Postgres would read all swaps.
    cross join lateral (
      select * from swaps s
      where s.id = meeting.id and (${isCompeting('s', 'own')} or s.job->>'flow' <> 'wallet') offset 0
    ) s
    join lateral (
      -- The first one counts: external transfers that arrive later do not move it.
      select min(paid.block_number) filter (where paid.final) as paid_in,
        case when bool_and(paid.no_deposit_until is not null) then min(paid.no_deposit_until) end as no_deposit_until
      from (
        select a.block_number, a.status = 'final' as final, null as no_deposit_until
        from steps st join lease_steps ls on ls.step_id = st.id join attempts a on a.lease_id = ls.lease_id
        where st.swap_id = s.id and st.kind in ('swap', 'deposit') and st.outcome in ('open', 'landed') and ${isCompeting('s', 'own')}
        union all
        select p.block_number, p.final, ${noDepositUntil('o', 's', isCompeting('s', 'own'))}
        from orders o left join deposit_payments p on p.order_id = o.id and p.on_chain and ${notDust('p', 'o')}
        where o.swap_id = s.id and ${mayBePaidManually('o', 's', isCompeting('s', 'own'))}
      ) paid
      having count(*) > 0
    ) payment on true
    cross join lateral ${amountsPaid('s')} came_of
    where own.id = ${id}
    order by s.position, came_of.amount`;
}

function openFromRow(row: OpenRow): CompetitorByRefund {
  return {
    kind: 'refund',
    swapId: row.id,
    token: row.token,
    amount: BigInt(row.amount),
    ...unpaidFromRow(row),
    ...(row.paid_in === null ? {} : { paidIn: BigInt(row.paid_in) }),
    ...(row.is_reported_paid ? { isReportedPaid: true } : {}),
    ...(row.router_destination_tx_id === null
      ? {}
      : { reportedTxId: row.router_destination_tx_id }),
  };
}

function selectLost(id: string, anyToken: string): string {
  return `
    select lost.swap_id, lost.payment
    from swaps own join lost_attempts lost on lost.chain = own.to_chain
      and (lost.payment->'to'->>'chain' <> lost.chain or lost.step_kind = 'deposit')
      and (${anyToken}::boolean or lower(lost.payment->'from'->>'token') = lower(own.to_token))
      and lower(own.receiver) in (lower(lost.payment->'from'->>'refundAddress'), lower(lost.account))
      and ${mayBeConfused('lost', 'own')}
    where own.id = ${id}
    order by lost.signed_at, lost.tx_id`;
}

function lostFromRow({
  swap_id: swapId,
  payment,
}: CompetitorsByRefundRow['lost_competitors_by_refund'][number]): CompetitorByRefund {
  const { token, amount } = paymentFromStored(payment).from;
  return { kind: 'refund', swapId, token, amount };
}
