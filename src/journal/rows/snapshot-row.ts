import type { HeldFor } from '../../core/approvals/approval.ts';
import type { DepositPayment } from '../../core/deposits/deposit.ts';
import { isDust } from '../../core/deposits/judge-deposit-payments.ts';
import type { ChainName } from '../../core/swap/chains.ts';
import type { SwapId } from '../../core/swap/ids.ts';
import type { Order, Snapshot } from '../../core/swap/swap.ts';
import { paidBefore } from '../deposits/paid-before.ts';
import {
  type AllowanceRow,
  allowanceColumns,
  allowanceFromRow,
  allowanceJoins,
} from './allowance-row.ts';
import {
  depositPaymentFromStored,
  type StoredDepositPayment,
  selectDepositPayments,
} from './deposit-payment-row.ts';
import { didSameStep } from './lost-attempt-row.ts';
import { type OpenOrderRow, openOrderColumns, openOrderFromRow } from './order-row.ts';
import { type StoredStep, selectSteps, stepFromStored } from './step-row.ts';
import { type StopsRow, stopOn, stopsColumns } from './stop-row.ts';
import { type SwapRow, swapColumns, swapFromRow } from './swap-row.ts';

/** All facts of a swap in one row; missing ones are null. */
export interface SnapshotRow
  extends SwapRow,
    OpenOrderRow,
    AllowanceRow,
    StopsRow,
    Partial<ManualRow> {
  steps: StoredStep[] | null;
  has_slot: boolean;
  closed_orders: number | null;
  /** Of a held swap only. */
  held_for?: StoredHeldFor | null;
  lost: { chain: ChainName; txId: string; awaitsImport: boolean } | null;
}

interface StoredHeldFor {
  open: number;
  expiresAt: number | null;
  notBefore: number | null;
  rejected: HeldFor['rejected'] | null;
}

/** Columns for swaps with a manual deposit only. */
interface ManualRow {
  hand_payments: StoredDepositPayment[] | null;
  paid_before: SwapId | null;
}

/** Select list of a `SnapshotRow` from `swaps s`, with `snapshotJoins`. */
export const snapshotColumns = `${swapColumns}, ${openOrderColumns}, ${allowanceColumns}, ${stopsColumns},
  (${selectSteps('s.id')}) as steps,
  exists (select from lane_swaps entry where entry.swap_id = s.id and entry.has_slot) as has_slot,
  case when s.state = 'quoted' then (
    select count(*)::int from orders where orders.swap_id = s.id and not orders.open and orders.requested_at is not null
  ) end as closed_orders,
  (select json_build_object('chain', lost.chain, 'txId', lost.tx_id,
     'awaitsImport', lost.adopted_at is null and lost.refused is null) from lost_attempts lost
   where ${didSameStep('lost', 's', "'swap'")}
   order by lost.signed_at desc limit 1) as lost`;

/** The same with a `ManualRow`. */
export const manualColumns = `(${selectDepositPayments('o.id')}) as hand_payments,
  case when s.retry_of is not null then (${paidBefore('s')}) end as paid_before`;

/** Of a swap that the guard holds: what persons have decided. */
export const heldColumn = `(select json_build_object(
    'open', count(*) filter (where a.state = 'open'),
    'expiresAt', floor(extract(epoch from min(a.expires_at) filter (where a.state = 'open')) * 1000),
    'notBefore', max((a.item #>> '{envelope,notBefore}')::float8)
      filter (where a.kind = 'payment' and a.state = 'approved' and a.revoked_at is null),
    'rejected', (array_agg(json_build_object('by', a.decided_by, 'reason', a.reason, 'message', a.message) order by a.decided_at)
      filter (where a.state = 'rejected'))[1])
  from approvals a where a.swap_id = s.id having count(*) > 0) as held_for`;

/** The wallet, the open order, and the allowance that it needs. */
export const snapshotJoins = `join wallets w on w.id = s.wallet_id
  left join orders o on o.swap_id = s.id and o.open ${allowanceJoins}`;

export function snapshotFromRow(row: SnapshotRow): Snapshot {
  const swap = swapFromRow(row);
  const { from, to, flow } = swap.job;
  const order = openOrderFromRow(row);
  const manualPayments = flow === 'deposit-by-hand' ? manualPaymentsOf(order, row) : undefined;
  const stopped = stopOn(from.chain, row);
  const destinationStopped = stopOn(to.chain, row);
  return {
    swap,
    ...(order ? { order } : {}),
    steps: (row.steps ?? []).map(stepFromStored),
    ...(row.held_for ? { heldFor: heldForOf(row.held_for) } : {}),
    ...(row.paid_before ? { paidBefore: row.paid_before } : {}),
    ...(manualPayments ? { manualPayments } : {}),
    ...(order?.spender === undefined
      ? {}
      : { allowance: allowanceFromRow(row, { token: from.token, spender: order.spender }) }),
    ...(row.closed_orders === null ? {} : { closedOrders: row.closed_orders }),
    ...(row.has_slot ? { hasSlot: true as const } : {}),
    ...(stopped ? { stopped } : {}),
    ...(row.lost ? { lost: row.lost } : {}),
    ...(destinationStopped ? { destinationStopped } : {}),
  };
}

function heldForOf({ open, expiresAt, notBefore, rejected }: StoredHeldFor): HeldFor {
  return {
    open: Number(open),
    ...(expiresAt === null ? {} : { expiresAt: Number(expiresAt) }),
    ...(notBefore === null ? {} : { notBefore: Number(notBefore) }),
    ...(rejected ? { rejected } : {}),
  };
}

/** The deposits to the order, except dust. */
function manualPaymentsOf(
  order: Order | undefined,
  row: SnapshotRow,
): DepositPayment[] | undefined {
  const deposit = order?.deposit;
  if (!deposit) return undefined;
  return (row.hand_payments ?? [])
    .map(depositPaymentFromStored)
    .filter((payment) => !isDust(payment, deposit));
}
