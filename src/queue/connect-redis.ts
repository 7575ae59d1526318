import { Redis, type RedisOptions } from 'ioredis';
import { FerrymanError } from '../errors/ferryman-error.ts';
import type { OutageLog } from '../errors/outage-log.ts';

/** Location of a Redis: a URL (`redis://`, `rediss://`), or the path of a Unix socket. */
export type RedisLocation = { url: string } | { socketPath: string };

/** For commands that a caller waits for: they fail within seconds while Redis is down. */
export const impatient: RedisOptions = {
  maxRetriesPerRequest: 1,
  connectTimeout: 3_000,
  commandTimeout: 5_000,
};

/** For BullMQ workers, whose blocking reads must survive reconnects (required by BullMQ). */
export const patient: RedisOptions = { maxRetriesPerRequest: null };

/**
 * Opens a connection that reconnects by itself. Connection errors go to the outage log; throws
 * nothing.
 * @param name of the connection in the log; unique in its process
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
    const message = `Redis does not respond: ${cause.message}`;
    outages.failed(name, new FerrymanError('REDIS_UNAVAILABLE', message, { cause }));
  });
  redis.on('ready', () => outages.succeeded(name));
  return redis;
}
