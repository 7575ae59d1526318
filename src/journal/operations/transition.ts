import { courseOf } from '../../core/swap/course.ts';
import type { SwapId } from '../../core/swap/ids.ts';
import type { Transition } from '../../ports/stores/swap-store.ts';
import { didSameStep } from '../rows/lost-attempt-row.ts';
import type { SqlSession } from '../sql-client.ts';
import {
  changeAtVersion,
  changeAtVersionStatement,
  hasNotEnded,
} from '../writes/change-at-version.ts';
import type { Change } from '../writes/change-statement.ts';
import { changeSwap } from '../writes/change-swap.ts';
import { releaseOpenNeed } from '../writes/close-open-order.ts';
import { endSwap } from '../writes/end-swap.ts';
import { assertNotEnded, lockSwapAt, stale } from '../writes/lock-swap.ts';
import { recordBrokenPromise } from '../writes/record-broken-promise.ts';

/**
 * One statement, for states from which the swap continues by itself. `from` is the first member of
 * the event's data.
 */
const goOn = changeAtVersionStatement({
  before: 'select state from swaps where id = $1 and version = $2',
  onlyIf: hasNotEnded,
  event: (given) => `('{"from":"' || before.state || '",' || substr(${given}, 2))`,
});

/** Whether `transition` is one statement and needs no transaction. */
export function isOneStatement(request: Transition): boolean {
  return courseOf(request.state) === 'goes_on';
}

export async function transition(session: SqlSession, request: Transition): Promise<void> {
  const { swapId, version } = request;
  if (isOneStatement(request)) {
    await changeAtVersion(session, goOn, { swapId, version, ...changeOf(request) }, async () => {
      assertNotEnded(await lockSwapAt(session, request));
    });
    return;
  }
  const swap = await lockSwapAt(session, request);
  if (courseOf(request.state) === 'ends') {
    await assertNothingLost(session, swapId);
    await endSwap(session, swapId);
  } else assertNotEnded(swap);
  // Any decision of a person leads to another order, so approves of other swaps need not cover this
  // one.
  if (request.state === 'needs_review') await releaseOpenNeed(session, swapId);
  await changeSwap(session, { swapId, ...changeOf(request, { from: swap.state }) });
  if (request.broken) await recordBrokenPromise(session, swapId, request.broken);
}

function changeOf({ state, fundsState, reason }: Transition, before = {}): Change {
  return {
    event: { type: 'state_changed', data: { ...before, to: state, fundsState, reason } },
    state,
    fundsState,
    reason: reason ?? null,
    progress: true,
  };
}

/**
 * Attempts may have been found lost since the decision. Under the swap's lock either this check
 * sees the loss, or the recording of the loss sees the end.
 */
async function assertNothingLost(session: SqlSession, id: SwapId): Promise<void> {
  const [lost] = await session.query<{ tx_id: string }>(
    `select lost.tx_id from swaps s join lost_attempts lost on ${didSameStep('lost', 's', "'swap'")} where s.id = $1 limit 1`,
    [id],
  );
  if (lost)
    throw stale(id, `its payment ${lost.tx_id} was signed before a journal rollback and is lost`);
}
