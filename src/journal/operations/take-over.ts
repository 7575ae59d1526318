import type { LeaseId, SwapId } from '../../core/swap/ids.ts';
import type { SqlSession } from '../sql-client.ts';
import { changeSwap } from '../writes/change-swap.ts';
import { lockSwaps } from '../writes/lock-swap.ts';
import { voidLeases } from '../writes/void-leases.ts';

/**
 * Voids the leases and locks of the previous process. Only correct if this is the journal's only
 * process.
 */
export async function takeOver(session: SqlSession): Promise<void> {
  const held = await session.query<{ lease_id: LeaseId; swap_id: SwapId }>(
    `select l.id as lease_id, st.swap_id
     from leases l join lease_steps ls on ls.lease_id = l.id and ls.live join steps st on st.id = ls.step_id
     where l.state = 'held' and st.swap_id is not null`,
  );
  await lockSwaps(
    session,
    held.map((row) => row.swap_id),
  );
  for (const { lease_id: leaseId, swap_id: swapId } of held) {
    await voidLeases(session, [leaseId]);
    await changeSwap(session, {
      swapId,
      event: { type: 'lease_voided', data: { leaseId, why: 'restarted' } },
    });
  }
  await session.query('delete from observers');
  await session.query('delete from heartbeats');
  await session.query(
    'update bulk_actions set locked_by = null, locked_until = null where locked_by is not null',
  );
  await session.query(
    `update timers set locked_by = null, locked_until = null, due_at = least(due_at, now())`,
  );
}
