import type { Decision, Observation } from '../../core/decide/decision.ts';
import { brokenPromise } from '../../core/settlement/broken-promise.ts';
import type { SwapId } from '../../core/swap/ids.ts';
import { isEnd, type Snapshot } from '../../core/swap/swap.ts';
import { toFerrymanError } from '../../errors/ferryman-error.ts';
import type { SwapStore } from '../../ports/stores/swap-store.ts';
import { compareJournal } from '../compare-journal.ts';
import type { ExecutorContext, SigningLogStores } from '../context.ts';
import { verifyJournal } from '../verify-journal.ts';

/**
 * Changes the swap's state. Ends a swap only if the signing log shows no payment of it that the
 * journal has lost: a customer who is told that a swap ended unpaid may pay again. If the signing
 * log cannot be read, the swap waits. Throws what `compareJournal` throws.
 */
export async function changeState(
  context: ExecutorContext<SwapStore & SigningLogStores>,
  snapshot: Snapshot,
  { state, fundsState, reason }: Extract<Decision, { kind: 'transition' }>,
): Promise<Observation> {
  const { id: swapId, version } = snapshot.swap;
  const broken = brokenPromise(snapshot, reason, context.guard.providerStop);
  // A swap can expire without a signature, so the signing log may not have been checked yet.
  if (isEnd(state) && (await hasLostPayment(context, swapId))) return { kind: 'none' };
  await context.journal.transition({
    swapId,
    version,
    state,
    fundsState,
    ...(reason ? { reason } : {}),
    ...(broken ? { broken } : {}),
  });
  context.logger.info({ state, fundsState, code: reason?.code }, 'swap changed state');
  return { kind: 'none' };
}

/**
 * Whether the journal has lost a payment of the swap. Losses of other swaps do not matter, unless a
 * signing log was not read: then each swap may be among them. Throws `JOURNAL_WENT_BACK`.
 */
async function hasLostPayment(
  context: ExecutorContext<SwapStore & SigningLogStores>,
  swapId: SwapId,
): Promise<boolean> {
  try {
    await verifyJournal(context);
    return false;
  } catch (cause) {
    if (toFerrymanError(cause).code !== 'JOURNAL_WENT_BACK') throw cause;
    const { kind, missingLogs } = await compareJournal(context);
    if (kind === 'missing_attempts' || missingLogs.length > 0) throw cause;
    return (await context.journal.snapshot(swapId))?.lost !== undefined;
  }
}
