import type { RedisLocation } from './connect-redis.ts';

/** BullMQ producers in every language use this prefix by default. */
export const intakePrefix = 'bull';
export const intakeQueueName = 'swaps';
/** Below which Redis keeps the intake queue. */
export const intakeKey = `${intakePrefix}:${intakeQueueName}`;

/**
 * What a BullMQ producer needs to add jobs: `prefix` and `connection` are options of its `Queue`.
 */
export interface IntakeAddress {
  queue: string;
  prefix: string;
  /** A URL without user and password: it is printed, and the operator of that Redis has them. */
  connection: { path: string } | { url: string };
}

export function intakeAddress(
  redis: RedisLocation,
  names: Pick<IntakeAddress, 'queue' | 'prefix'>,
): IntakeAddress {
  if ('socketPath' in redis) return { ...names, connection: { path: redis.socketPath } };
  const url = new URL(redis.url);
  url.username = '';
  url.password = '';
  return { ...names, connection: { url: url.href } };
}
