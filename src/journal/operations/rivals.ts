import type { SwapId } from '../../core/ids.ts';
import { minimumOut } from '../../core/job.ts';
import type { Rival } from '../../ports/settlement-journal.ts';
import {
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
import { rivalsByRefund } from './rivals-by-refund.ts';

interface RivalRow extends LeastPaid, CompetingRow {
  id: SwapId;
  bound: StoredJob['bound'];
  expected_out: bigint;
  destination_anchor: bigint;
  router_destination_tx_id: string | null;
  is_reported_unpaid: boolean;
}

/**
 * A swap that nobody can have paid cannot be paid out, so it is no rival, but a payment that the journal has lost is. Addresses are compared in
 * any case: rather one too many.
 */
export async function rivals(session: SqlSession, id: SwapId, anyToken: boolean): Promise<Rival[]> {
  return [
    ...(await openRivals(session, id, anyToken)),
    ...(await lostRivals(session, id, anyToken)),
    ...(await rivalsByRefund(session, id, anyToken)),
  ];
}

async function openRivals(session: SqlSession, id: SwapId, anyToken: boolean): Promise<Rival[]> {
  const meets = `s.to_chain = own.to_chain and lower(s.receiver) = lower(own.receiver)
    and ($2 or lower(s.to_token) = lower(own.to_token)) and s.id <> own.id`;
  // One select for each index.
  const rows = await session.query<RivalRow>(
    `select s.id, s.job->'bound' as bound, o.expected_out, o.destination_anchor, s.router_destination_tx_id,
       ${leastPaid('o')} as least_paid, o.deposit_amount, ${noDepositUntil('o', 's', isCompeting('s', 'own'))} as no_deposit_until,
       coalesce(s.router_status in ('FAIL', 'REVERT', 'REVERTED'), false) as is_reported_unpaid
     from swaps own
     cross join lateral (
       select s.id from swaps s where ${meets} and s.state not in ('settled', 'refunded', 'failed', 'cancelled', 'expired')
       union
       select s.id from swaps s where ${meets} and s.state = 'failed' and s.funds_state = 'unknown'
       union
       select s.id from swaps s where ${meets} and s.job->>'flow' <> 'wallet'
     ) meeting
     join swaps s on s.id = meeting.id
     join orders o on o.swap_id = s.id and ${mayBePaid('o', 's', isCompeting('s', 'own'))}
     where own.id = $1
     order by s.position`,
    [id, anyToken],
  );
  return rows.map((row) => ({
    kind: 'payout',
    swapId: row.id,
    minOut: leastOut(minimumOut({ bound: boundFromStored(row.bound) }, { expectedOut: row.expected_out }), row),
    expectedOut: row.expected_out,
    destinationAnchor: row.destination_anchor,
    ...unpaidFromRow(row),
    ...(row.is_reported_unpaid ? { isReportedUnpaid: true } : {}),
    ...(row.router_destination_tx_id === null ? {} : { reportedTxId: row.router_destination_tx_id }),
  }));
}

/** Nobody asks the routing service about them, so that nothing is known of where they were paid. */
async function lostRivals(session: SqlSession, id: SwapId, anyToken: boolean): Promise<Rival[]> {
  const rows = await session.query<{ swap_id: SwapId; payment: StoredPayment }>(
    `select lost.swap_id, lost.payment
     from swaps own join lost_attempts lost on lost.payment->'to'->>'chain' = own.to_chain
       and lower(lost.payment->'to'->>'receiver') = lower(own.receiver)
       and ($2 or lower(lost.payment->'to'->>'token') = lower(own.to_token))
       and ${mayBring('lost', 'own')}
     where own.id = $1
     order by lost.signed_at, lost.tx_id`,
    [id, anyToken],
  );
  return rows.map(({ swap_id: swapId, payment }) => {
    const { minOut, expectedOut, destinationAnchor } = paymentFromStored(payment).to;
    return { kind: 'payout', swapId, minOut, expectedOut, destinationAnchor };
  });
}
