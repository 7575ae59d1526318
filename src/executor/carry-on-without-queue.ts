import type { SwapId } from '../core/ids.ts';
import type { ExecutorContext } from './context.ts';

/**
 * A round for the time while the queue's server is away: swaps that are due are carried on by this process itself, `atOnce` of them. What is
 * under way may have to be sent again, cancelled or proven, and needs nothing but the journal for it. While the queue answers it does nothing.
 */
export async function carryOnWithoutQueue(
  { queue, journal }: Pick<ExecutorContext, 'queue' | 'journal'>,
  carryOn: (swapId: SwapId) => Promise<void>,
  atOnce: number,
): Promise<void> {
  if (await queue.ping()) return;
  const due = await journal.dueSwaps(atOnce);
  await Promise.all(due.map(({ swapId }) => carryOn(swapId)));
}
