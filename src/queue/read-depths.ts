import type { Redis } from 'ioredis';
import type { QueueDepth } from '../ports/queue.ts';

/**
 * Counts the jobs of BullMQ queues in one round trip, by the keys that BullMQ has for them: lists
 * of waiting and active jobs, sorted sets of prioritized and delayed ones.
 * @param keys by queue: what its keys begin with
 */
export async function readDepths(
  redis: Pick<Redis, 'pipeline'>,
  keys: Readonly<Record<QueueDepth['queue'], string>>,
): Promise<QueueDepth[]> {
  const queues = Object.entries(keys) as [QueueDepth['queue'], string][];
  const pipeline = redis.pipeline();
  for (const [, key] of queues) {
    pipeline.llen(`${key}:wait`).zcard(`${key}:prioritized`);
    pipeline.zcard(`${key}:delayed`).llen(`${key}:active`);
  }
  const answers = (await pipeline.exec()) ?? [];
  const counts = answers.map(([error, count]) => {
    if (error) throw error;
    return Number(count);
  });
  return queues.map(([queue], index) => {
    const [waiting = 0, prioritized = 0, delayed = 0, active = 0] = counts.slice(index * 4);
    return { queue, waiting: waiting + prioritized, delayed, active };
  });
}
