import type { Handlers } from '../ports/queue.ts';
import type { ScheduleStore } from '../ports/stores/schedule-store.ts';
import type { ExecutorContext } from './context.ts';

/**
 * A round for the time while the queue's server is away: this process itself carries on the swaps
 * and lanes that are due, `atOnce` of them. What is under way may have to be sent again, cancelled
 * or proven, and needs nothing but the journal for it. While the queue answers it does nothing.
 */
export async function carryOnWithoutQueue(
  { queue, journal }: Pick<ExecutorContext<ScheduleStore>, 'queue' | 'journal'>,
  handlers: Handlers,
  atOnce: number,
): Promise<void> {
  if (await queue.ping()) return;
  const { due, lanes } = await journal.sweep(atOnce);
  await Promise.all([
    ...due.map(({ swapId }) => handlers.swap(swapId)),
    ...lanes.map(({ walletId, chain }) => handlers.lane({ walletId, chain })),
  ]);
}
