import type { LeaseId, SwapId } from '../../core/ids.ts';
import type { Attempt, Snapshot } from '../../core/swap.ts';
import { type AllowanceRow, allowanceColumns, allowanceFromRow, allowanceJoins } from '../rows/allowance-row.ts';
import { type AttemptRow, attemptFromRow, selectAttempts } from '../rows/attempt-row.ts';
import { type OrderRow, orderColumns, orderFromRow } from '../rows/order-row.ts';
import { type StepRow, selectSteps, stepFromRow } from '../rows/step-row.ts';
import { type SwapRow, swapColumns, swapFromRow } from '../rows/swap-row.ts';
import type { SqlSession } from '../sql-client.ts';
import { type StopRow, selectStop, stopFromRow } from '../writes/find-stop.ts';

interface SnapshotRow extends SwapRow {
  stop: StopRow | null;
}

/** Four statements for everything; in a transaction that sees one moment. */
export async function snapshot(session: SqlSession, id: SwapId): Promise<Snapshot | undefined> {
  const provider = '(select provider from orders where orders.swap_id = s.id and orders.open)';
  const [swap] = await session.query<SnapshotRow>(
    `select ${swapColumns},
       (select row_to_json(stop) from (${selectStop('s.wallet_id', 's.from_chain', provider)}) stop) as stop
     from swaps s where s.id = $1`,
    [id],
  );
  if (!swap) return undefined;
  const [order] = await session.query<OrderRow & AllowanceRow>(
    `select ${orderColumns}, ${allowanceColumns}
     from orders o join swaps s on s.id = o.swap_id ${allowanceJoins}
     where o.swap_id = $1 and o.open`,
    [id],
  );
  const steps = await session.query<StepRow>(selectSteps, [id]);
  const signed = steps.some((step) => step.lease_state !== null && step.lease_state !== 'held');
  const attempts = byLease(signed ? await session.query<AttemptRow>(selectAttempts, [id]) : []);
  const allowance = order && allowanceFromRow(order);
  return {
    swap: swapFromRow(swap),
    ...(order ? { order: orderFromRow(order) } : {}),
    steps: steps.map((step) => stepFromRow(step, attempts)),
    ...(allowance ? { allowance } : {}),
    ...(swap.stop ? { stopped: stopFromRow(swap.stop) } : {}),
  };
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
