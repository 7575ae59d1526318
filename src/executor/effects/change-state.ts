import type { Decision, Observation } from '../../core/decision.ts';
import type { SwapId } from '../../core/ids.ts';
import { isEnd, type Snapshot } from '../../core/swap.ts';
import { toFerrymanError } from '../../errors/ferryman-error.ts';
import type { ExecutorContext } from '../context.ts';
import { verifyJournal } from '../verify-journal.ts';

/** Changes the swap's state; ends it only where the ledger shows no payment of it that the journal has forgotten. */
export async function changeState(
  context: ExecutorContext,
  { swap }: Snapshot,
  { state, fundsState, reason }: Extract<Decision, { kind: 'transition' }>,
): Promise<Observation> {
  const { id: swapId, version } = swap;
  if (isEnd(state) && (await hasForgottenPayment(context, swapId))) return { kind: 'none' };
  await context.journal.transition({ swapId, version, state, fundsState, ...(reason ? { reason } : {}) });
  context.logger.info({ state, fundsState, code: reason?.code }, 'swap changed state');
  return { kind: 'none' };
}

/** A journal that went back is not asked for a signature by whatever its deadline ends. A ledger that can not be asked keeps nothing from ending. */
async function hasForgottenPayment(context: ExecutorContext, swapId: SwapId): Promise<boolean> {
  try {
    await verifyJournal(context);
    return false;
  } catch (cause) {
    context.logger.warn(
      { code: toFerrymanError(cause).code },
      'the journal is not what it was, or can not be compared',
    );
    return (await context.journal.snapshot(swapId))?.lost !== undefined;
  }
}
