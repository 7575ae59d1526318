import type { AttemptId, LeaseId, SwapId } from '../../core/swap/ids.ts';
import type { StoredFee } from '../rows/stored-transaction.ts';
import type { SqlSession } from '../sql-client.ts';
import { changeSwap } from '../writes/change-swap.ts';
import { lockSwap } from '../writes/lock-swap.ts';
import { keyOf, type LostAttemptRow } from './lost-attempt.ts';
import { refused, waits } from './not-importable.ts';

interface Parent {
  attempt_id: AttemptId;
  lease_id: LeaseId;
  swap_id: SwapId;
  generation: number;
}

/** Imports a CPFP child of an attempt that is in the journal, maybe by an import. */
export async function importBoost(
  session: SqlSession,
  lost: LostAttemptRow,
  parentTxId: string,
): Promise<void> {
  const { chain, tx_id: txId, step_kind: step } = lost;
  const [parent] = await session.query<Parent>(
    `select a.id as attempt_id, a.lease_id, st.swap_id, st.generation
     from attempts a join lease_steps ls on ls.lease_id = a.lease_id join steps st on st.id = ls.step_id
     where a.chain = $1 and a.tx_id = $2`,
    [chain, parentTxId],
  );
  if (!parent) {
    const pending = await session.query(
      'select from lost_attempts where chain = $1 and tx_id = $2 and imported_at is null and refused is null',
      [chain, parentTxId],
    );
    if (pending.length > 0) throw waits(`its parent ${parentTxId} is not imported yet`);
    throw refused(`its parent ${parentTxId} is not in the journal`);
  }
  const { swap_id: swapId, attempt_id: attemptId, lease_id: leaseId, generation } = parent;
  await lockSwap(session, swapId);
  const [boost] = await session.query<{ fee: StoredFee }>(
    `insert into boosts (chain, tx_id, attempt_id, bytes, fee, created_at, sequence)
     select lost.chain, lost.tx_id, $4, lost.replay->'boost'->>'bytes', lost.replay->'boost'->'fee',
       (lost.replay->'boost'->>'created_at')::timestamptz,
       case when not exists (select from boosts where sequence = lost.sequence) then lost.sequence end
     from lost_attempts lost where lost.chain = $1 and lost.tx_id = $2 and lost.swap_id = $3
     on conflict (chain, tx_id) do nothing
     returning fee`,
    [...keyOf(lost), attemptId],
  );
  if (!boost) return;
  const data = { leaseId, step, generation, chain, txId, fee: boost.fee, imported: true };
  await changeSwap(session, { swapId, event: { type: 'attempt_boosted', data }, progress: true });
}
