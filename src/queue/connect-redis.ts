import { Redis, type RedisOptions } from 'ioredis';
import type { Logger } from 'pino';

/** Where a Redis is: a URL (`redis://`, `rediss://`), or the path of a Unix socket. */
export type RedisLocation = { url: string } | { socketPath: string };

/** For commands that somebody waits for: fails within seconds, so that a Redis that is away costs no more than that. */
export const impatient: RedisOptions = { maxRetriesPerRequest: 1, connectTimeout: 3_000, commandTimeout: 5_000 };

/** For BullMQ workers, whose blocking reads outlive any number of reconnects (a demand of BullMQ). */
export const patient: RedisOptions = { maxRetriesPerRequest: null };

/** A connection of its own, which reconnects by itself. Connection errors are logged; nothing is thrown here. */
export function connectRedis(location: RedisLocation, options: RedisOptions, logger: Pick<Logger, 'warn'>): Redis {
  const settings: RedisOptions = { retryStrategy: (times) => Math.min(times * 100, 2_000), ...options };
  const redis =
    'url' in location ? new Redis(location.url, settings) : new Redis({ path: location.socketPath, ...settings });
  let away = false;
  redis.on('error', (error: Error) => {
    // Once per outage: it reconnects every two seconds.
    if (!away) logger.warn({ reason: error.message }, 'redis does not answer; connecting again');
    away = true;
  });
  redis.on('ready', () => {
    away = false;
  });
  return redis;
}
