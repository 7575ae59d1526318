import type { AttemptId, LeaseId, SwapId } from '../../core/ids.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import { returnSlots } from '../lanes/leave-lane.ts';
import type { SqlSession } from '../sql-client.ts';
import { changeSwap } from '../writes/change-swap.ts';
import { lockSwaps } from '../writes/lock-swap.ts';

export async function recordSent(
  session: SqlSession,
  attemptId: AttemptId,
  outcome: { kind: string; message?: string },
): Promise<void> {
  const sent = await session.query<{ swap_id: SwapId | null; tx_id: string; chain: string; lease_id: LeaseId }>(
    `select st.swap_id, a.tx_id, a.chain, a.lease_id
     from attempts a join lease_steps ls on ls.lease_id = a.lease_id join steps st on st.id = ls.step_id
     where a.id = $1`,
    [attemptId],
  );
  if (sent.length === 0) {
    // It was committed, or nobody would have sent it: its swap is not to be given up for this.
    const message = `the journal no longer knows the attempt ${attemptId}, which was sent`;
    throw new FerrymanError('JOURNAL_WENT_BACK', message, { next: 'retry' });
  }
  await lockSwaps(
    session,
    sent.flatMap(({ swap_id: swapId }) => swapId ?? []),
  );
  await session.query('update attempts set sent_at = clock_timestamp() where id = $1', [attemptId]);
  await returnSlots(
    session,
    sent.slice(0, 1).map(({ lease_id: id }) => id),
    'sent',
  );
  for (const { swap_id: swapId, chain, tx_id: txId } of sent) {
    if (!swapId) continue;
    const data = { chain, txId, outcome: outcome.kind, message: outcome.message };
    await changeSwap(session, { swapId, event: { type: 'attempt_sent', data } });
  }
}
