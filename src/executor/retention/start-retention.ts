import type { ObservationStore } from '../../ports/stores/observation-store.ts';
import type { RetentionStore } from '../../ports/stores/retention-store.ts';
import type { ExecutorContext } from '../context.ts';
import { startLoop } from '../start-loop.ts';
import { archivePayloads } from './archive-payloads.ts';
import { removeDeliveries } from './remove-deliveries.ts';
import type { Retention } from './retention.ts';

/** Milliseconds between two rounds. */
const interval = 3_600_000;

/** Its row among the elected observers; no chain has such a name. */
const election = 'archive-payloads';

/**
 * Archives old payloads and removes old deliveries once an hour, in one of the processes that have
 * been told to. The election outlasts the next round.
 */
export function startRetention(
  context: ExecutorContext<RetentionStore & Pick<ObservationStore, 'electObserver'>>,
  { payloadsAfterDays, folder, deliveriesAfterDays }: Retention,
): () => Promise<void> {
  const { journal, holder, logger, outages } = context;
  const stopping = new AbortController();
  const { signal } = stopping;
  const loop = startLoop({ name: 'retention', interval, outages }, async () => {
    if (!(await journal.electObserver(election, holder, 1.5 * interval))) return;
    const remove = async (): Promise<void> => {
      if (deliveriesAfterDays === undefined) return;
      const removed = await removeDeliveries(context, deliveriesAfterDays, signal);
      if (removed > 0) logger.info({ removed }, 'old deliveries of webhooks removed');
    };
    const archive = async (): Promise<void> => {
      if (payloadsAfterDays === undefined) return;
      const request = { payloadsAfterDays, folder };
      const { orders, ...bytes } = await archivePayloads(context, request, signal);
      if (orders > 0) logger.info({ orders, ...bytes }, 'answers of the routing service archived');
    };
    // Neither keeps the other from its work: not a full disk, and not a missing right to remove.
    const [removal] = await Promise.allSettled([remove()]);
    await archive();
    if (removal.status === 'rejected') throw removal.reason;
  });
  return async () => {
    stopping.abort();
    await loop.stop();
    // The next process need not wait for it to expire. If this fails, it expires by itself.
    await journal.electObserver(election, holder, 0).catch(() => undefined);
  };
}
