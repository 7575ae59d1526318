import type { Decision, Observation } from '../../core/decision.ts';
import { isEnd, type Snapshot } from '../../core/swap.ts';
import type { ExecutorContext } from '../context.ts';
import { noticeLosses } from '../verify-journal.ts';

/** Changes the swap's state; ends it only where the ledger shows no payment of it that the journal has forgotten. */
export async function changeState(
  context: ExecutorContext,
  { swap }: Snapshot,
  { state, fundsState, reason }: Extract<Decision, { kind: 'transition' }>,
): Promise<Observation> {
  const { id: swapId, version } = swap;
  // A deadline needs no signature, so that nothing may have asked the ledger yet.
  if (isEnd(state) && !(await noticeLosses(context)) && (await context.journal.snapshot(swapId))?.lost) {
    return { kind: 'none' };
  }
  await context.journal.transition({ swapId, version, state, fundsState, ...(reason ? { reason } : {}) });
  context.logger.info({ state, fundsState, code: reason?.code }, 'swap changed state');
  return { kind: 'none' };
}
