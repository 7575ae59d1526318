import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SwapId } from '../../src/core/swap/ids.ts';
import { createBullQueue } from '../../src/queue/create-bull-queue.ts';
import { describeQueue } from '../conformance/queue.ts';
import { noOutages } from '../support/no-outages.ts';
import { type RedisForTest, silent, startRedisForTest } from './redis-for-test.ts';

let redis: RedisForTest;
beforeAll(async () => {
  redis = await startRedisForTest();
});
afterAll(() => redis.close());

describeQueue('BullMQ on Redis', async () => {
  await redis.client.flushall();
  const queue = createBullQueue({
    redis: { socketPath: redis.socketPath },
    logger: silent,
    outages: noOutages,
  });
  return {
    queue,
    loseEverything: async () => void (await redis.client.flushall()),
    close: () => queue.close(),
  };
});

describe('BullMQ on Redis', () => {
  it('keeps a swap id and nothing else, under its prefix, and nothing once it is handled', async () => {
    await redis.client.flushall();
    const queue = createBullQueue({
      redis: { socketPath: redis.socketPath },
      prefix: '{p}',
      logger: silent,
      outages: noOutages,
    });
    const swapId = randomUUID() as SwapId;
    await queue.dispatch({ swapId, version: 3 });
    expect(JSON.parse((await redis.client.hget(`{p}:advance:${swapId}-3`, 'data')) ?? '')).toEqual({
      swapId,
    });
    for (const key of await redis.client.keys('*')) expect(key).toMatch(/^\{p\}:advance/);
    await new Promise<void>((done) => {
      void queue.listen({ swap: async () => done(), lane: async () => undefined }, 1);
    });
    await queue.close();
    expect(await redis.client.exists(`{p}:advance:${swapId}-3`)).toBe(0);
  });

  it('says that Redis is away, within seconds, and closes all the same', async () => {
    const gone = await startRedisForTest();
    const queue = createBullQueue({
      redis: { socketPath: gone.socketPath },
      logger: silent,
      outages: noOutages,
    });
    await queue.listen({ swap: async () => undefined, lane: async () => undefined }, 1);
    expect(await queue.ping()).toBe(true);
    await gone.close();
    expect(await queue.ping()).toBe(false);
    await expect(
      queue.dispatch({ swapId: randomUUID() as SwapId, version: 1 }),
    ).rejects.toMatchObject({
      code: 'REDIS_UNAVAILABLE',
      next: 'retry',
    });
    await queue.close();
  });
});
