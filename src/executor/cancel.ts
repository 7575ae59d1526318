import type { SwapId } from '../core/swap/ids.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import type { SwapStore, SwapView } from '../ports/stores/swap-store.ts';
import type { ExecutorContext, SigningLogContext, SigningLogStores } from './context.ts';
import { dispatch } from './dispatch.ts';
import { noticeLosses } from './notice-losses.ts';
import { traceEnd } from './trace-end.ts';
import { viewOf } from './view-of.ts';

export interface CancelAnswer {
  /**
   * Whether the swap has ended as `cancelled`. If false, its payment may still land before the
   * cancel does.
   */
  isDecided: boolean;
  view: SwapView;
}

/**
 * Requests the cancel of a swap. Idempotent, and works while signing is stopped. Throws
 * `NOT_FOUND`, `PAYMENT_LANDED`, `FUNDS_UNKNOWN`, `SWAP_ENDED`, `JOURNAL_UNAVAILABLE`.
 */
export async function cancel(
  context: SigningLogContext<SwapStore & SigningLogStores> &
    Pick<ExecutorContext, 'queue' | 'outages' | 'tracing'>,
  swapId: SwapId,
): Promise<CancelAnswer> {
  const { journal, logger, tracing } = context;
  // After a journal rollback a payment may be missing. A process that cannot compare the journal
  // with the signing log leaves the end to one that can.
  const isCompared =
    (await noticeLosses(context)) && (await context.signingLog.instance()) !== undefined;
  const result = await journal.cancel(swapId, { mayEnd: isCompared });
  if (result.kind === 'refused') {
    const { code, message } = result.refusal;
    throw new FerrymanError(code, `swap ${swapId} is not cancelled: ${message}`, {
      details: { swapId },
    });
  }
  logger.info({ swap: swapId, outcome: result.kind }, 'cancel requested');
  if (result.kind === 'requested') await dispatch(context, { swapId, version: result.version });
  const view = await viewOf(journal, swapId);
  if (result.kind === 'cancelled' && result.isNew) traceEnd(tracing, view.swap, view.swap.state);
  return { isDecided: result.kind === 'cancelled', view };
}
