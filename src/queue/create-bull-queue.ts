import { Queue as BullQueue } from 'bullmq';
import type { Logger } from 'pino';
import type { SwapId } from '../core/swap/ids.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import type { OutageLog } from '../errors/outage-log.ts';
import type { Dispatched, Listener, Queue } from '../ports/queue.ts';
import type { Lane } from '../ports/stores/lane-store.ts';
import { connectRedis, impatient, type RedisLocation } from './connect-redis.ts';
import { intakeKey } from './intake-address.ts';
import { logFailedCall } from './log-failed-call.ts';
import { readDepths } from './read-depths.ts';
import { startWorker } from './start-worker.ts';

export interface BullQueueOptions {
  redis: RedisLocation;
  /**
   * Prefix of every Redis key. The braces keep a queue's keys in one slot of a Redis Cluster.
   * Default: `{ferryman}`.
   */
  prefix?: string;
  logger: Logger;
  outages: OutageLog;
}

const queueName = 'advance';

type DispatchData = { swapId: SwapId } | { lane: Lane };

/**
 * Dispatches on BullMQ. Connects in the background: while Redis is down, `dispatch` throws and
 * `ping` returns false.
 */
export function createBullQueue({
  redis: location,
  prefix = '{ferryman}',
  logger,
  outages,
}: BullQueueOptions): Queue {
  const redis = connectRedis(location, impatient, 'connection of the queue', outages);
  // Reports a broken connection at once: the dispatching worker must not wait for a reconnect.
  let isDown = false;
  redis.on('close', () => {
    isDown = true;
  });
  redis.on('ready', () => {
    isDown = false;
  });
  const jobs = new BullQueue<DispatchData>(queueName, {
    connection: redis,
    prefix,
    skipWaitingForReady: true,
    // BullMQ ignores an id that it still holds: a finished job must not block the next one.
    defaultJobOptions: { removeOnComplete: true, removeOnFail: true },
  });
  jobs.on('error', (error) =>
    logger.debug({ queue: queueName, reason: error.message }, 'queue error'),
  );
  const listeners = new Set<Listener>();
  const running = new Set<string>();

  /**
   * A waiting job absorbs later ones for the same version, with two exceptions: a delayed job must
   * not hold up one that is due now, and a dispatch during its own job means "again".
   */
  function jobIdOf(subject: string, version: number, delay: number): string {
    const id = delay > 0 ? `${subject}-${version}-later` : `${subject}-${version}`;
    return running.has(id) ? `${id}-again` : id;
  }

  async function add(data: DispatchData, jobId: string, delay: number): Promise<Dispatched> {
    if (isDown)
      throw new FerrymanError(
        'REDIS_UNAVAILABLE',
        'the queue is down; Ferryman reconnects in the background',
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
      const worker = startWorker<DispatchData, void>({
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
        throw new FerrymanError('REDIS_UNAVAILABLE', 'the old dispatches could not be removed', {
          cause,
        });
      }
    },

    async ping() {
      if (isDown) return false;
      return redis.ping().then(
        () => true,
        () => false,
      );
    },

    async depths() {
      if (isDown) throw new FerrymanError('REDIS_UNAVAILABLE', 'the queue is down');
      try {
        return await readDepths(redis, { advance: `${prefix}:${queueName}`, swaps: intakeKey });
      } catch (cause) {
        throw new FerrymanError('REDIS_UNAVAILABLE', 'the queue could not be counted', { cause });
      }
    },

    async close() {
      await Promise.all([...listeners].map((listener) => listener.close()));
      await jobs.close();
      redis.disconnect();
    },
  };
}
