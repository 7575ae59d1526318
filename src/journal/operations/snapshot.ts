import type { ChainName } from '../../core/chains.ts';
import type { LeaseId, OrderId, SwapId } from '../../core/ids.ts';
import type { AllowanceView, Attempt, Snapshot, Step } from '../../core/swap.ts';
import { paidBefore } from '../deposits/paid-before.ts';
import { readPayments } from '../deposits/read-payments.ts';
import { type AllowanceRow, allowanceFromRow, selectAllowance } from '../rows/allowance-row.ts';
import { type AttemptRow, attemptFromRow, selectAttempts } from '../rows/attempt-row.ts';
import { didTheSame } from '../rows/lost-attempt-row.ts';
import { type OrderRow, orderColumns, orderFromRow } from '../rows/order-row.ts';
import { type StepRow, selectSteps, stepFromRow } from '../rows/step-row.ts';
import { type StopRow, selectStop, stopFromRow } from '../rows/stop-row.ts';
import { type SwapRow, swapColumns, swapFromRow } from '../rows/swap-row.ts';
import type { SqlSession } from '../sql-client.ts';

interface SnapshotRow extends SwapRow {
  stop: StopRow | null;
  destination_stop: StopRow | null;
  has_steps: boolean;
  has_slot: boolean;
  closed_orders: number | null;
  paid_before: SwapId | null;
  lost: { chain: ChainName; txId: string; awaitsImport: boolean } | null;
}

/** Reads of a swap only what it has; in a transaction that sees one moment. */
export async function snapshot(session: SqlSession, id: SwapId): Promise<Snapshot | undefined> {
  const provider = '(select provider from orders where orders.swap_id = s.id and orders.open)';
  const [swap] = await session.query<SnapshotRow>(
    `select ${swapColumns},
       (select row_to_json(stop) from (${selectStop('s.wallet_id', 's.from_chain', provider)}) stop) as stop,
       (select row_to_json(stop) from (${selectStop('s.wallet_id', 's.to_chain', provider)}) stop) as destination_stop,
       exists (select from steps where steps.swap_id = s.id) as has_steps,
       exists (select from lane_swaps place where place.swap_id = s.id and place.has_slot) as has_slot,
       case when s.state = 'quoted' then (
         select count(*)::int from orders where orders.swap_id = s.id and not orders.open and orders.requested_at is not null
       ) end as closed_orders,
       (select json_build_object('chain', lost.chain, 'txId', lost.tx_id,
          'awaitsImport', lost.adopted_at is null and lost.refused is null) from lost_attempts lost
        where ${didTheSame('lost', 's', "'swap'")}
        order by lost.signed_at desc limit 1) as lost,
       case when s.retry_of is not null and s.job->>'flow' = 'deposit-by-hand' then (${paidBefore('s')}) end as paid_before
     from swaps s where s.id = $1`,
    [id],
  );
  if (!swap) return undefined;
  const [row] = await session.query<OrderRow>(`select ${orderColumns} from orders o where o.swap_id = $1 and o.open`, [
    id,
  ]);
  const order = row && orderFromRow(row);
  const handPayments =
    order?.deposit && swap.job.flow === 'deposit-by-hand' ? await readPayments(session, order) : undefined;
  const allowance = order?.spender === undefined ? undefined : await readAllowance(session, order.id);
  const steps = swap.has_steps ? await readSteps(session, id) : [];
  return {
    swap: swapFromRow(swap),
    ...(order ? { order } : {}),
    steps,
    ...(swap.paid_before === null ? {} : { paidBefore: swap.paid_before }),
    ...(handPayments ? { handPayments } : {}),
    ...(allowance ? { allowance } : {}),
    ...(swap.closed_orders === null ? {} : { closedOrders: swap.closed_orders }),
    ...(swap.has_slot ? { hasSlot: true as const } : {}),
    ...(swap.stop ? { stopped: stopFromRow(swap.stop) } : {}),
    ...(swap.lost ? { lost: swap.lost } : {}),
    ...(swap.destination_stop ? { destinationStopped: stopFromRow(swap.destination_stop) } : {}),
  };
}

async function readAllowance(session: SqlSession, orderId: OrderId): Promise<AllowanceView | undefined> {
  const [row] = await session.query<AllowanceRow>(selectAllowance, [orderId]);
  return row && allowanceFromRow(row);
}

async function readSteps(session: SqlSession, id: SwapId): Promise<Step[]> {
  const steps = await session.query<StepRow>(selectSteps, [id]);
  const attempts = byLease(await session.query<AttemptRow>(selectAttempts, [id]));
  return steps.map((step) => stepFromRow(step, attempts));
}

function byLease(rows: readonly AttemptRow[]): Map<LeaseId, Attempt[]> {
  const attempts = new Map<LeaseId, Attempt[]>();
  for (const row of rows) {
    const earlier = attempts.get(row.lease_id);
    if (earlier) earlier.push(attemptFromRow(row));
    else attempts.set(row.lease_id, [attemptFromRow(row)]);
  }
  return attempts;
}
