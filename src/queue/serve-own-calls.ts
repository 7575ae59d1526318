import type { Logger } from 'pino';
import { outsideCall } from '../ports/call-context.ts';
import type { Listener, Queue } from '../ports/queue.ts';
import { logFailedCall } from './log-failed-call.ts';

/**
 * Serves due dispatches in this process if it listens and has a free slot, without a round trip to
 * Redis; queues all others. Own dispatches use at most half of the slots: only this process can
 * serve the jobs that it has already taken from the queue.
 */
export function serveOwnCalls(queue: Queue, logger: Logger): Queue {
  let own: OwnCalls | undefined;
  return {
    ...queue,

    async dispatch(call) {
      const { swapId, delay = 0 } = call;
      const isServed = delay === 0 && own?.serve(swapId, { swapId }, (to) => to.swap(swapId));
      return isServed ? 'served' : queue.dispatch(call);
    },

    async dispatchLane(call) {
      const { walletId, chain } = call;
      const lane = { walletId, chain };
      const isServed = own?.serve(`${walletId} ${chain}`, { lane }, (to) => to.lane(lane));
      return isServed ? 'served' : queue.dispatchLane(call);
    },

    async listen(handlers, concurrency) {
      const listening = createOwnCalls(handlers, concurrency, logger);
      const listener = await queue.listen(listening.counted, concurrency);
      own = listening;
      return {
        async close() {
          if (own === listening) own = undefined;
          await Promise.all([listener.close(), listening.close()]);
        },
      };
    },
  };
}

type Handlers = Parameters<Queue['listen']>[0];

interface OwnCalls extends Listener {
  /** The handlers for jobs from the queue. */
  counted: Handlers;
  /** False if no slot is free or the subject is being handled: then the dispatch is queued. */
  serve(subject: string, data: object, handle: (to: Handlers) => Promise<void>): boolean;
}

function createOwnCalls(handlers: Handlers, concurrency: number, logger: Logger): OwnCalls {
  const running = new Map<string, Promise<void>>();
  const waiting: (() => void)[] = [];
  const maxOwn = Math.ceil(concurrency / 2);
  let freeSlots = concurrency;
  let isClosed = false;

  async function withSlot(handle: () => Promise<void>): Promise<void> {
    if (freeSlots > 0) freeSlots -= 1;
    else await new Promise<void>((enter) => waiting.push(enter));
    try {
      // The sweep finds what is dropped here.
      if (!isClosed) await handle();
    } finally {
      const enter = waiting.shift();
      if (enter) enter();
      else freeSlots += 1;
    }
  }

  return {
    counted: {
      swap: (id) => withSlot(() => handlers.swap(id)),
      lane: (lane) => withSlot(() => handlers.lane(lane)),
    },
    serve(subject, data, handle) {
      if (freeSlots === 0 || running.size >= maxOwn || running.has(subject)) return false;
      const handling = outsideCall(() => withSlot(() => handle(handlers)))
        .catch((cause: unknown) => logFailedCall(logger, data, cause))
        .finally(() => running.delete(subject));
      running.set(subject, handling);
      return true;
    },
    async close() {
      isClosed = true;
      while (running.size > 0) await Promise.all(running.values());
    },
  };
}
