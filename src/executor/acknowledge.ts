import type { SwapId } from '../core/swap/ids.ts';
import type { DepositStore } from '../ports/stores/deposit-store.ts';
import type { SwapStore, SwapView } from '../ports/stores/swap-store.ts';
import type { ExecutorContext } from './context.ts';
import { viewOf } from './view-of.ts';

/**
 * Ends a swap again as it had ended, to which more money came since: a person has seen to it, and
 * the note says how. Nothing is paid for it. Throws `NOT_FOUND`, `NOTHING_TO_ACKNOWLEDGE`,
 * `JOURNAL_UNAVAILABLE`.
 */
export async function acknowledge(
  { journal, logger }: Pick<ExecutorContext<DepositStore & SwapStore>, 'journal' | 'logger'>,
  id: SwapId,
  note: string,
): Promise<SwapView> {
  const state = await journal.acknowledge(id, note);
  logger.info({ swap: id, state }, 'acknowledged what came after the end of a swap');
  return viewOf(journal, id);
}
