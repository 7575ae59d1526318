import { Redis, type RedisOptions } from 'ioredis';
import { FerrymanError } from '../errors/ferryman-error.ts';
import type { OutageLog } from '../errors/outage-log.ts';

/** Where a Redis is: a URL (`redis://`, `rediss://`), or the path of a Unix socket. */
export type RedisLocation = { url: string } | { socketPath: string };

/**
 * For commands that somebody waits for: fails within seconds, so that a Redis that is away costs no
 * more than that.
 */
export const impatient: RedisOptions = {
  maxRetriesPerRequest: 1,
  connectTimeout: 3_000,
  commandTimeout: 5_000,
};

/**
 * For BullMQ workers, whose blocking reads outlive any number of reconnects (a demand of BullMQ).
 */
export const patient: RedisOptions = { maxRetriesPerRequest: null };

/**
 * Opens a connection, which reconnects by itself. Connection errors go to the outage log; it throws
 * nothing.
 * @param name of the connection, for the log; unique in its process
 */
export function connectRedis(
  location: RedisLocation,
  options: RedisOptions,
  name: string,
  outages: OutageLog,
): Redis {
  const settings: RedisOptions = {
    retryStrategy: (times) => Math.min(times * 100, 2_000),
    ...options,
  };
  const redis =
    'url' in location
      ? new Redis(location.url, settings)
      : new Redis({ path: location.socketPath, ...settings });
  redis.on('error', (cause: Error) => {
    const message = `redis does not answer: ${cause.message}`;
    outages.failed(name, new FerrymanError('REDIS_UNAVAILABLE', message, { cause }));
  });
  redis.on('ready', () => outages.succeeded(name));
  return redis;
}
