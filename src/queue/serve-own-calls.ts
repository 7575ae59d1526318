import type { Logger } from 'pino';
import type { Listener, Queue } from '../ports/queue.ts';
import { logFailedCall } from './log-failed-call.ts';

/**
 * Has calls that are due now served in this process where it listens and has room, without a way
 * through the queue's server; all others go through the queue. Own calls take half of the room at
 * most: what came through the queue and waits for room can be served by nobody else.
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
  /** The handlers for the calls that come through the queue. */
  counted: Handlers;
  /**
   * False where there is no room, or the subject is being handled: then the call is for another
   * time.
   */
  serve(subject: string, data: object, handle: (to: Handlers) => Promise<void>): boolean;
}

function createOwnCalls(handlers: Handlers, concurrency: number, logger: Logger): OwnCalls {
  const running = new Map<string, Promise<void>>();
  const waiting: (() => void)[] = [];
  const maxOwn = Math.ceil(concurrency / 2);
  let rooms = concurrency;
  let isClosed = false;

  async function roomFor(handle: () => Promise<void>): Promise<void> {
    if (rooms > 0) rooms -= 1;
    else await new Promise<void>((enter) => waiting.push(enter));
    try {
      // What is dropped now the sweep finds.
      if (!isClosed) await handle();
    } finally {
      const enter = waiting.shift();
      if (enter) enter();
      else rooms += 1;
    }
  }

  return {
    counted: {
      swap: (id) => roomFor(() => handlers.swap(id)),
      lane: (lane) => roomFor(() => handlers.lane(lane)),
    },
    serve(subject, data, handle) {
      if (rooms === 0 || running.size >= maxOwn || running.has(subject)) return false;
      const handling = roomFor(() => handle(handlers))
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
