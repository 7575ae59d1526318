import type { SwapId } from '../../core/ids.ts';
import { isEnd } from '../../core/swap.ts';
import type { Transition } from '../../ports/journal.ts';
import { didTheSame } from '../rows/lost-attempt-row.ts';
import type { SqlSession } from '../sql-client.ts';
import { changeSwap } from '../writes/change-swap.ts';
import { releaseOpenNeed } from '../writes/close-open-order.ts';
import { endSwap } from '../writes/end-swap.ts';
import { assertNotEnded, lockSwapAt, stale } from '../writes/lock-swap.ts';

export async function transition(session: SqlSession, request: Transition): Promise<void> {
  const { swapId, state, fundsState, reason } = request;
  const swap = await lockSwapAt(session, request);
  if (isEnd(state)) {
    await assertNothingLost(session, swapId);
    await endSwap(session, swapId);
  } else assertNotEnded(swap);
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

/** What was learnt to be lost since somebody asked; under the swap's lock, so that it is seen here, or the end by who records the loss. */
async function assertNothingLost(session: SqlSession, id: SwapId): Promise<void> {
  const [lost] = await session.query<{ tx_id: string }>(
    `select lost.tx_id from swaps s join lost_attempts lost on ${didTheSame('lost', 's', "'swap'")} where s.id = $1 limit 1`,
    [id],
  );
  if (lost) throw stale(id, `its payment ${lost.tx_id} was signed in a history that the journal has lost`);
}
