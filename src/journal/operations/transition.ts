import { isEnd } from '../../core/swap.ts';
import type { Transition } from '../../ports/journal.ts';
import type { SqlSession } from '../sql-client.ts';
import { changeSwap } from '../writes/change-swap.ts';
import { releaseOpenNeed } from '../writes/close-open-order.ts';
import { endSwap } from '../writes/end-swap.ts';
import { assertNotEnded, lockSwapAt } from '../writes/lock-swap.ts';

export async function transition(session: SqlSession, request: Transition): Promise<void> {
  const { swapId, state, fundsState, reason } = request;
  const swap = await lockSwapAt(session, request);
  if (isEnd(state)) await endSwap(session, swapId);
  else assertNotEnded(swap);
  // Whatever a person decides, it takes another order: no approval of others has to cover this one.
  if (state === 'needs_review') await releaseOpenNeed(session, swapId);
  await changeSwap(session, {
    swapId,
    event: { type: 'state_changed', data: { from: swap.state, to: state, fundsState, reason } },
    state,
    fundsState,
    reason: reason ?? null,
    progress: true,
  });
}
