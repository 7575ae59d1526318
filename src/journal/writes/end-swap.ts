import type { LeaseId, StepId, SwapId } from '../../core/swap/ids.ts';
import type { LeaseState } from '../../core/swap/swap.ts';
import type { SqlSession } from '../sql-client.ts';
import { closeOrderExpressions } from './close-open-order.ts';
import { closeUnsigned } from './close-unsigned.ts';
import { broken } from './lock-swap.ts';
import { voidLeases } from './void-leases.ts';

export interface OpenStep {
  step_id: StepId;
  lease_id: LeaseId | null;
  state: LeaseState | null;
}

interface EndOptions {
  /**
   * Signed steps stay open until they are proven: call `followSigned` after the end is written.
   * Default: a signed step refuses the end.
   */
  leavesSigned?: boolean;
}

/** SQL: the open steps of the swap `$1` as rows of `OpenStep`, one for each lease of a step. */
export const selectOpenSteps = `
  select st.id as step_id, l.id as lease_id, l.state
  from steps st
  left join lease_steps ls on ls.step_id = st.id
  left join leases l on l.id = ls.lease_id
  where st.swap_id = $1 and st.outcome = 'open'`;

/**
 * Closes all that an ended swap must not have open: steps, order, need. A step that was never
 * signed is dead. Throws `JOURNAL_BROKEN_INVARIANT` if an open step is signed: it may still land.
 */
export async function endSwap(
  session: SqlSession,
  swapId: SwapId,
  options?: EndOptions,
): Promise<void> {
  const open = await session.query<OpenStep>(`with ${closeOrderExpressions} ${selectOpenSteps}`, [
    swapId,
  ]);
  await closeSteps(session, swapId, open, options);
}

/**
 * Closes the open steps of a swap that ends. The caller has closed its order. Throws
 * `JOURNAL_BROKEN_INVARIANT` like `endSwap`.
 */
export async function closeSteps(
  session: SqlSession,
  swapId: SwapId,
  open: readonly OpenStep[],
  { leavesSigned = false }: EndOptions = {},
): Promise<void> {
  const signed = new Set(open.flatMap((row) => (row.state === 'signed' ? [row.step_id] : [])));
  if (signed.size > 0 && !leavesSigned) {
    throw broken(
      'end_with_signed_step',
      `swap ${swapId} cannot end: one of its steps is signed and not proven`,
    );
  }
  await voidLeases(
    session,
    open.flatMap((row) => (row.state === 'held' && row.lease_id ? [row.lease_id] : [])),
  );
  for (const stepId of new Set(open.map((row) => row.step_id))) {
    if (signed.has(stepId)) continue;
    const leases = open.flatMap((row) =>
      row.step_id === stepId && row.lease_id ? [row.lease_id] : [],
    );
    await closeUnsigned(session, stepId, leases);
  }
}
