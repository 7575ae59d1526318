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

/** Milliseconds that a closing worker may take beyond its running jobs. */
const closeWithin = 1_000;

/**
 * In milliseconds. Another process takes over a killed one's jobs after at most `lockDuration` and
 * `stalledInterval`, any number of times: handling a job twice is harmless. After an outage of
 * Redis, work resumes after `runRetryDelay`.
 */
const recovery = {
  lockDuration: 6_000,
  stalledInterval: 3_000,
  maxStalledCount: 1_000,
  runRetryDelay: 1_000,
};

/** A BullMQ worker whose `close` waits for running jobs, and ends even while Redis is down. */
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
      // Takes no new jobs and waits for the running ones.
      await worker.pause(true);
      while (running.size > 0) await Promise.allSettled(running);
      // A graceful close waits for a connection to end, which ioredis never reports while
      // reconnecting.
      const isDown = connection.status !== 'ready';
      await Promise.race([worker.close(isDown), pause(closeWithin, undefined, { ref: false })]);
      connection.disconnect();
      // BullMQ's second connection, for blocking reads, would keep reconnecting and the process
      // alive. It may never have connected.
      void worker.backend.disconnectBlocking(false).catch(() => undefined);
    },
  };
}
