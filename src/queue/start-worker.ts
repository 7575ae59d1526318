import { setTimeout as pause } from 'node:timers/promises';
import { type Job, Worker } from 'bullmq';
import type { Logger } from 'pino';
import type { OutageLog } from '../errors/outage-log.ts';
import type { Listener } from '../ports/queue.ts';
import { connectRedis, patient, type RedisLocation } from './connect-redis.ts';

export interface WorkerSettings<Data, Result> {
  queueName: string;
  redis: RedisLocation;
  prefix: string;
  concurrency: number;
  logger: Logger;
  outages: OutageLog;
  handle(job: Job<Data, Result>, token: string | undefined): Promise<Result>;
  failed?(job: Job<Data, Result> | undefined, cause: Error): void;
}

/** How long a closing worker may take beyond its running jobs, in milliseconds. */
const closeWithin = 1_000;

/**
 * Milliseconds. A killed process' jobs are handed to another one after at most `lockDuration` and
 * `stalledInterval`, however often that happens to a job: being handled twice is no danger here. A
 * Redis that is back is worked with again after `runRetryDelay`.
 */
const recovery = {
  lockDuration: 6_000,
  stalledInterval: 3_000,
  maxStalledCount: 1_000,
  runRetryDelay: 1_000,
};

/**
 * A BullMQ worker whose `close` waits for the running jobs, and comes to an end with Redis away
 * too.
 */
export function startWorker<Data, Result>(settings: WorkerSettings<Data, Result>): Listener {
  const { queueName, redis, prefix, concurrency, logger, outages } = settings;
  const connection = connectRedis(redis, patient, `worker of the queue ${queueName}`, outages);
  const running = new Set<Promise<Result>>();
  const worker = new Worker<Data, Result>(
    queueName,
    async (job, token) => {
      const handling = settings.handle(job, token);
      running.add(handling);
      return handling.finally(() => running.delete(handling));
    },
    { connection, prefix, concurrency, ...recovery },
  );
  worker.on('error', (error) =>
    logger.debug({ queue: queueName, reason: error.message }, 'worker error'),
  );
  worker.on('failed', (job, cause) => settings.failed?.(job, cause));
  return {
    async close() {
      // Takes nothing new, and waits for what is running.
      await worker.pause(true);
      while (running.size > 0) await Promise.allSettled(running);
      // In order, BullMQ waits for the end of a connection, which ioredis never reports while it is
      // connecting again.
      const away = connection.status !== 'ready';
      await Promise.race([worker.close(away), pause(closeWithin, undefined, { ref: false })]);
      connection.disconnect();
      // BullMQ's copy of it, for blocking reads, would go on connecting and keep the process alive.
      // It may never have connected.
      void worker.backend.disconnectBlocking(false).catch(() => undefined);
    },
  };
}
