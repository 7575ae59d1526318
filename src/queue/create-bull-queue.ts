import { Queue as BullQueue } from 'bullmq';
import type { Logger } from 'pino';
import type { SwapId } from '../core/swap/ids.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import type { OutageLog } from '../errors/outage-log.ts';
import type { Dispatched, Listener, Queue } from '../ports/queue.ts';
import type { Lane } from '../ports/stores/lane-store.ts';
import { connectRedis, impatient, type RedisLocation } from './connect-redis.ts';
import { logFailedCall } from './log-failed-call.ts';
import { startWorker } from './start-worker.ts';

export interface BullQueueOptions {
  redis: RedisLocation;
  /**
   * Of every Redis key; the braces keep a queue's keys in one slot of a Redis Cluster. Default
   * `{ferryman}`.
   */
  prefix?: string;
  logger: Logger;
  outages: OutageLog;
}

const queueName = 'advance';

type WakeUp = { swapId: SwapId } | { lane: Lane };

/**
 * Dispatches on BullMQ. Connects in the background: a Redis that is away shows in `dispatch` and
 * `ping`.
 */
export function createBullQueue({
  redis: location,
  prefix = '{ferryman}',
  logger,
  outages,
}: BullQueueOptions): Queue {
  const redis = connectRedis(location, impatient, 'connection of the queue', outages);
  // A connection that broke is said to be away at once: whoever makes dispatches has better things
  // to do than to wait for it.
  let away = false;
  redis.on('close', () => {
    away = true;
  });
  redis.on('ready', () => {
    away = false;
  });
  const jobs = new BullQueue<WakeUp>(queueName, {
    connection: redis,
    prefix,
    skipWaitingForReady: true,
    // BullMQ ignores an id that it still holds: a finished call must not stand in the way of the
    // next.
    defaultJobOptions: { removeOnComplete: true, removeOnFail: true },
  });
  jobs.on('error', (error) =>
    logger.debug({ queue: queueName, reason: error.message }, 'queue error'),
  );
  const listeners = new Set<Listener>();
  const running = new Set<string>();

  /**
   * A waiting call takes up later ones for the same version, but not: a later one's delay must not
   * hold up one that is due now, and a call made while its own is being handled means "again".
   */
  function jobIdOf(subject: string, version: number, delay: number): string {
    const id = delay > 0 ? `${subject}-${version}-later` : `${subject}-${version}`;
    return running.has(id) ? `${id}-again` : id;
  }

  async function add(data: WakeUp, jobId: string, delay: number): Promise<Dispatched> {
    if (away)
      throw new FerrymanError(
        'REDIS_UNAVAILABLE',
        'the queue is away; it is connected again in the background',
      );
    try {
      await jobs.add('advance', data, { jobId, delay });
      return 'queued';
    } catch (cause) {
      throw new FerrymanError('REDIS_UNAVAILABLE', 'the dispatch could not be queued', { cause });
    }
  }

  return {
    dispatch: ({ swapId, version, delay = 0 }) =>
      add({ swapId }, jobIdOf(swapId, version, delay), delay),
    dispatchLane: ({ walletId, chain, version }) =>
      add({ lane: { walletId, chain } }, jobIdOf(`${walletId}-${chain}`, version, 0), 0),

    async listen(handlers, concurrency) {
      const worker = startWorker<WakeUp, void>({
        queueName,
        redis: location,
        prefix,
        concurrency,
        logger,
        outages,
        async handle({ id = '', data }) {
          running.add(id);
          const handling = 'lane' in data ? handlers.lane(data.lane) : handlers.swap(data.swapId);
          await handling.finally(() => running.delete(id));
        },
        failed: (job, cause) => logFailedCall(logger, job?.data, cause),
      });
      const listener: Listener = {
        async close() {
          listeners.delete(listener);
          await worker.close();
        },
      };
      listeners.add(listener);
      return listener;
    },

    async clear() {
      try {
        await jobs.obliterate({ force: true });
      } catch (cause) {
        throw new FerrymanError(
          'REDIS_UNAVAILABLE',
          'the dispatches of before could not be dropped',
          { cause },
        );
      }
    },

    async ping() {
      if (away) return false;
      return redis.ping().then(
        () => true,
        () => false,
      );
    },

    async close() {
      await Promise.all([...listeners].map((listener) => listener.close()));
      await jobs.close();
      redis.disconnect();
    },
  };
}
