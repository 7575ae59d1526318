import type { Handlers } from '../ports/queue.ts';
import type { ScheduleStore } from '../ports/stores/schedule-store.ts';
import type { ExecutorContext } from './context.ts';

/**
 * One round of work while the queue's server is down: this process advances up to `atOnce` due
 * swaps and serves as many due lanes. Swaps in flight need only the journal to be resent, cancelled
 * or proven. Does nothing while the queue responds.
 */
export async function advanceWithoutQueue(
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
