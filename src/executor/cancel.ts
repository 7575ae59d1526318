import type { SwapId } from '../core/ids.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import type { SwapView } from '../ports/journal.ts';
import type { ExecutorContext } from './context.ts';
import { type LedgerContext, noticeLosses } from './verify-journal.ts';
import { viewOf } from './view-of.ts';
import { wake } from './wake.ts';

export interface CancelAnswer {
  /** Whether the swap has ended as `cancelled`; otherwise the chain decides, and its payment may be quicker. */
  isDecided: boolean;
  view: SwapView;
}

/**
 * Asks for a swap's end. It works while signing is stopped, and asking twice is asking once. Throws `NOT_FOUND`, `PAYMENT_LANDED`,
 * `FUNDS_UNKNOWN`, `SWAP_ENDED`, `JOURNAL_UNAVAILABLE`.
 */
export async function cancel(
  context: LedgerContext & Pick<ExecutorContext, 'queue'>,
  swapId: SwapId,
): Promise<CancelAnswer> {
  const { journal, logger } = context;
  // What the journal has forgotten is no reason to call a paid swap cancelled.
  await noticeLosses(context);
  const result = await journal.cancel(swapId);
  if (result.kind === 'refused') {
    const { code, message } = result.refusal;
    throw new FerrymanError(code, `swap ${swapId} is not cancelled: ${message}`, { details: { swapId } });
  }
  logger.info({ swap: swapId, outcome: result.kind }, 'cancel requested');
  if (result.kind === 'requested') await wake(context, { swapId, version: result.version });
  return { isDecided: result.kind === 'cancelled', view: await viewOf(journal, swapId) };
}
