import type { SwapId } from '../core/swap/ids.ts';
import type { DepositStore } from '../ports/stores/deposit-store.ts';
import type { SwapStore, SwapView } from '../ports/stores/swap-store.ts';
import type { ExecutorContext } from './context.ts';
import { viewOf } from './view-of.ts';

/**
 * Ends a swap that received money after its end, in the terminal state it had before. `note`
 * records what a person did about the money. Sends nothing. Throws `NOT_FOUND`,
 * `NOTHING_TO_ACKNOWLEDGE`, `JOURNAL_UNAVAILABLE`.
 */
export async function acknowledge(
  { journal, logger }: Pick<ExecutorContext<DepositStore & SwapStore>, 'journal' | 'logger'>,
  id: SwapId,
  note: string,
): Promise<SwapView> {
  const state = await journal.acknowledge(id, note);
  logger.info({ swap: id, state }, 'late money of an ended swap acknowledged');
  return viewOf(journal, id);
}
