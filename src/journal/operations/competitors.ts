import type { SwapId } from '../../core/swap/ids.ts';
import { minimumOut } from '../../core/swap/job.ts';
import type { CompetingSwap } from '../../ports/stores/attribution-store.ts';
import {
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
import {
  type CompetitorsByRefundRow,
  competitorsByRefundColumns,
  competitorsByRefundFromRow,
} from './competitors-by-refund.ts';

/** The swaps and lost payments that compete for a swap's payout, as one row. */
export interface CompetitorsRow extends CompetitorsByRefundRow {
  competitors: readonly OpenRow[];
  lost_competitors: readonly { swap_id: SwapId; payment: StoredPayment }[];
}

interface OpenRow extends LeastPaid, CompetingRow {
  id: SwapId;
  bound: StoredJob['bound'];
  expected_out: string;
  destination_anchor: string;
  router_destination_tx_id: string | null;
  is_reported_unpaid: boolean;
}

/**
 * A swap that cannot have been paid gets no payout, so it does not compete; a lost payment does.
 * Addresses are compared without case: one competitor too many is the safer error.
 */
export async function competitors(
  session: SqlSession,
  id: SwapId,
  anyToken: boolean,
): Promise<CompetingSwap[]> {
  return competitorsFromRow(
    onlyRow(
      await session.query<CompetitorsRow>(`select ${competitorColumns('$1', '$2')}`, [
        id,
        anyToken,
      ]),
    ),
  );
}

/**
 * Select list of a `CompetitorsRow`.
 * @param id, anyToken SQL expressions
 */
export function competitorColumns(id: string, anyToken: string): string {
  return `${jsonRows(selectOpen(id, anyToken))} as competitors, ${jsonRows(selectLost(id, anyToken))} as lost_competitors,
    ${competitorsByRefundColumns(id, anyToken)}`;
}

export function competitorsFromRow(row: CompetitorsRow): CompetingSwap[] {
  return [
    ...row.competitors.map(openFromRow),
    ...row.lost_competitors.map(lostFromRow),
    ...competitorsByRefundFromRow(row),
  ];
}

function selectOpen(id: string, anyToken: string): string {
  const meets = `s.to_chain = own.to_chain and lower(s.receiver) = lower(own.receiver)
    and (${anyToken}::boolean or lower(s.to_token) = lower(own.to_token)) and s.id <> own.id`;
  return `
    select s.id, s.job->'bound' as bound, o.expected_out::text, o.destination_anchor::text, s.router_destination_tx_id,
      ${leastPaid('o')}::text as least_paid, o.deposit_amount::text,
      ${noDepositUntil('o', 's', isCompeting('s', 'own'))} as no_deposit_until,
      coalesce(s.router_status in ('FAIL', 'REVERT', 'REVERTED'), false) as is_reported_unpaid
    from swaps own
    cross join lateral (select s.id from swaps s where ${meets} and ${mayCompete('s')}) meeting
    -- Fetched by id: to return them in order, Postgres would read all swaps.
    cross join lateral (select * from swaps where swaps.id = meeting.id offset 0) s
    join orders o on o.swap_id = s.id and ${mayBePaid('o', 's', isCompeting('s', 'own'))}
    where own.id = ${id}
    order by s.position`;
}

function openFromRow(row: OpenRow): CompetingSwap {
  const expectedOut = BigInt(row.expected_out);
  return {
    kind: 'payout',
    swapId: row.id,
    minOut: leastOut(minimumOut({ bound: boundFromStored(row.bound) }, { expectedOut }), row),
    expectedOut,
    destinationAnchor: BigInt(row.destination_anchor),
    ...unpaidFromRow(row),
    ...(row.is_reported_unpaid ? { isReportedUnpaid: true } : {}),
    ...(row.router_destination_tx_id === null
      ? {}
      : { reportedTxId: row.router_destination_tx_id }),
  };
}

/** Ferryman does not poll the router about lost payments, so it does not know their payouts. */
function selectLost(id: string, anyToken: string): string {
  return `
    select lost.swap_id, lost.payment
    from swaps own join lost_attempts lost on lost.payment->'to'->>'chain' = own.to_chain
      and lower(lost.payment->'to'->>'receiver') = lower(own.receiver)
      and (${anyToken}::boolean or lower(lost.payment->'to'->>'token') = lower(own.to_token))
      and ${mayBeConfused('lost', 'own')}
    where own.id = ${id}
    order by lost.signed_at, lost.tx_id`;
}

function lostFromRow({
  swap_id: swapId,
  payment,
}: CompetitorsRow['lost_competitors'][number]): CompetingSwap {
  const { minOut, expectedOut, destinationAnchor } = paymentFromStored(payment).to;
  return { kind: 'payout', swapId, minOut, expectedOut, destinationAnchor };
}
