import type { SwapId } from '../../core/ids.ts';
import type { Settlement } from '../../ports/journal.ts';
import type { SqlClient, SqlSession } from '../sql-client.ts';
import { changeSwap } from '../writes/change-swap.ts';
import { claimLegs, orLegClaimed } from '../writes/claim-legs.ts';
import { endSwap } from '../writes/end-swap.ts';
import { lockSwapAt } from '../writes/lock-swap.ts';

export async function settle(
  client: SqlClient,
  request: Settlement,
): Promise<{ kind: 'settled' } | { kind: 'leg_claimed'; bySwap: SwapId }> {
  return orLegClaimed(async () => {
    await client.transaction((session) => settleIn(session, request));
    return { kind: 'settled' };
  });
}

async function settleIn(session: SqlSession, request: Settlement): Promise<void> {
  const { swapId, state, fundsState, level, legs, reason } = request;
  await lockSwapAt(session, request);
  await claimLegs(session, swapId, legs);
  // Of what was signed here the proof has said which order landed.
  await session.query(
    `update swaps s set settlement_level = $2, landed_order = coalesce(s.landed_order, (
       select o.id from orders o where o.swap_id = s.id and o.open and s.job->>'flow' = 'deposit-by-hand'))
     where s.id = $1`,
    [swapId, level],
  );
  await endSwap(session, swapId);
  await changeSwap(session, {
    swapId,
    event: { type: state, data: { fundsState, level, legs, reason } },
    state,
    fundsState,
    ...(reason ? { reason } : {}),
    progress: true,
  });
}
