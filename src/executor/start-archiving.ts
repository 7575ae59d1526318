import type { ObservationStore } from '../ports/stores/observation-store.ts';
import type { RetentionStore } from '../ports/stores/retention-store.ts';
import { archivePayloads, type Retention } from './archive-payloads.ts';
import type { ExecutorContext } from './context.ts';
import { startLoop } from './start-loop.ts';

/** Milliseconds between two rounds. */
const interval = 3_600_000;

/** Its row among the elected observers; no chain has such a name. */
const election = 'archive-payloads';

/**
 * Archives old payloads once an hour, in one of the processes that have been told to. The election
 * outlasts the next round.
 */
export function startArchiving(
  context: ExecutorContext<RetentionStore & Pick<ObservationStore, 'electObserver'>>,
  retention: Retention,
): () => Promise<void> {
  const { journal, holder, logger, outages } = context;
  const stopping = new AbortController();
  const archiving = startLoop({ name: 'archive payloads', interval, outages }, async () => {
    if (!(await journal.electObserver(election, holder, 1.5 * interval))) return;
    const { orders, ...bytes } = await archivePayloads(context, retention, stopping.signal);
    if (orders > 0) logger.info({ orders, ...bytes }, 'answers of the routing service archived');
  });
  return async () => {
    stopping.abort();
    await archiving.stop();
    // The next process need not wait for it to expire. If this fails, it expires by itself.
    await journal.electObserver(election, holder, 0).catch(() => undefined);
  };
}
