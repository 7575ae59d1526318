import { rm } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { CallKind } from '../../src/ports/call-budget.ts';
import { type CallBudgetOptions, createCallBudget } from '../../src/queue/create-call-budget.ts';
import { startEmbeddedRedis } from '../../src/queue/start-embedded-redis.ts';
import { noOutages } from '../support/no-outages.ts';
import { waitFor } from '../support/wait-for.ts';
import { type RedisForTest, startRedisForTest } from './redis-for-test.ts';

let redis: RedisForTest;
const budgets: { close(): Promise<void> }[] = [];
beforeAll(async () => {
  redis = await startRedisForTest();
});
afterEach(async () => {
  for (const budget of budgets.splice(0)) await budget.close();
  await redis.client.flushall();
});
afterAll(() => redis.close());

const service = { url: 'https://router.example/v1', apiKey: 'secret-key' };

/** As one worker has it. */
function worker(options: Partial<CallBudgetOptions> = {}) {
  const budget = createCallBudget({
    redis: { socketPath: redis.socketPath },
    service,
    callsPerMinute: 10,
    patience: 0,
    random: () => 0,
    outages: noOutages,
    ...options,
  });
  budgets.push(budget);
  return {
    take: budget.take,
    reserve: budget.reserve,
    /** How many of so many calls at once it gets. */
    async takes(count: number, kind: CallKind = 'execution'): Promise<number> {
      const taken = await Promise.allSettled(
        Array.from({ length: count }, () => budget.take(kind)),
      );
      return taken.filter(({ status }) => status === 'fulfilled').length;
    },
  };
}

/** Lets time pass for the calls that were taken, without waiting for it. */
async function age(milliseconds: number): Promise<void> {
  for (const key of await redis.client.keys('*')) {
    for (const call of await redis.client.zrange(key, 0, -1))
      await redis.client.zincrby(key, -milliseconds, call);
  }
}

describe('the call budget', () => {
  it('is one for all workers, to the call', async () => {
    const [first, second] = [worker(), worker()];
    const taken = await Promise.all([first.takes(17), second.takes(17)]);
    expect(taken[0] + taken[1]).toBe(10);
    expect(await worker().takes(1)).toBe(0);
  });

  it('says when there is a call again, and loses nothing', async () => {
    const { take, takes } = worker();
    await takes(10);
    await age(50_000);
    const refusal = await take('execution').catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      code: 'ROUTER_BUDGET_SPENT',
      next: 'retry',
      details: { kind: 'execution' },
    });
    const { retryAfter } = refusal as { retryAfter: number };
    expect(retryAfter).toBeGreaterThan(0);
    expect(retryAfter).toBeLessThanOrEqual(10_000);
    await age(retryAfter);
    await expect(take('execution')).resolves.toBeUndefined();
  });

  it('spreads those who have to come back over the time of one more call', async () => {
    const { take, takes } = worker({ random: () => 1 });
    await takes(10);
    const { retryAfter } = (await take('execution').catch((error: unknown) => error)) as {
      retryAfter: number;
    };
    expect(retryAfter).toBeGreaterThan(60_000);
    expect(retryAfter).toBeLessThanOrEqual(66_000);
  });

  it('slides: what was taken early comes back early', async () => {
    const { takes } = worker();
    expect(await takes(4)).toBe(4);
    await age(40_000);
    expect(await takes(20)).toBe(6);
    await age(20_000);
    expect(await takes(20)).toBe(4);
    await age(40_000);
    expect(await takes(20)).toBe(6);
  });

  it('keeps a fifth for execution, which goes on when polling is refused', async () => {
    const { takes } = worker();
    expect(await takes(20, 'polling')).toBe(8);
    expect(await takes(1, 'execution')).toBe(1);
    expect(await takes(20, 'polling')).toBe(0);
    expect(await takes(20, 'execution')).toBe(1);
  });

  it('lets polling wait for its own share', async () => {
    const { take, takes } = worker();
    await takes(3, 'execution');
    await age(30_000);
    await takes(7, 'execution');
    // After the wait the first three are gone, and seven calls leave polling one.
    const { retryAfter } = (await take('polling').catch((error: unknown) => error)) as {
      retryAfter: number;
    };
    expect(retryAfter).toBeLessThanOrEqual(30_000);
    await age(retryAfter);
    expect(await takes(5, 'polling')).toBe(1);
  });

  it('lets a budget of one call poll as well', async () => {
    expect(await worker({ callsPerMinute: 1 }).takes(3, 'polling')).toBe(1);
  });

  it('reserves all calls of an order or none, and says when there are as many', async () => {
    const { reserve, takes } = worker();
    // At the same millisecond, so that all four come back at once.
    await reserve(4);
    await age(30_000);
    await takes(5);
    const { retryAfter } = (await reserve(2).catch((error: unknown) => error)) as {
      retryAfter: number;
    };
    expect(retryAfter).toBeLessThanOrEqual(30_000);
    expect(await takes(2)).toBe(1);
    await age(retryAfter);
    const calls = await reserve(2);
    expect(await takes(20)).toBe(2);
    expect([calls.use(), calls.use(), calls.use()]).toEqual([true, true, false]);
  });

  it('gives back what was reserved and not used', async () => {
    const { reserve, takes } = worker();
    const calls = await reserve(2);
    calls.use();
    await calls.giveBack();
    await calls.giveBack();
    expect(calls.use()).toBe(false);
    expect(await takes(20)).toBe(9);
  });

  it('takes what is missing to as many as are required, all of it or nothing', async () => {
    const { reserve, takes } = worker();
    const calls = await reserve(1);
    await calls.require(2);
    calls.use();
    await calls.require(2);
    expect(await takes(20)).toBe(7);
    await calls.require(1);
    await expect(calls.require(3)).rejects.toMatchObject({ code: 'ROUTER_BUDGET_SPENT' });
    expect([calls.use(), calls.use(), calls.use()]).toEqual([true, true, false]);
  });

  it('requires no more than there are in a minute', async () => {
    const calls = await worker({ callsPerMinute: 1 }).reserve(1);
    await calls.require(2);
    expect([calls.use(), calls.use()]).toEqual([true, false]);
  });

  it('reserves what it has where it has less than an order needs', async () => {
    const calls = await worker({ callsPerMinute: 1 }).reserve(2);
    expect([calls.use(), calls.use()]).toEqual([true, false]);
  });

  it('leaves half of the calls to swaps, however many previews there are', async () => {
    const { reserve, takes } = worker();
    await reserve(3, 'preview');
    await expect(reserve(3, 'preview')).rejects.toMatchObject({
      code: 'ROUTER_BUDGET_SPENT',
      details: { kind: 'preview' },
    });
    expect(await takes(20)).toBe(7);
  });

  it('waits for a call that is about to be there', async () => {
    const { takes } = worker();
    await takes(10);
    await age(59_900);
    await expect(worker({ patience: 5_000 }).take('execution')).resolves.toBeUndefined();
  });

  it('is one for each service and key, of which no secret is stored', async () => {
    expect(await worker().takes(20)).toBe(10);
    expect(
      await worker({ service: { url: 'https://router.example/v2/', apiKey: 'secret-key' } }).takes(
        20,
      ),
    ).toBe(0);
    expect(await worker({ service: { url: service.url } }).takes(20)).toBe(10);
    expect(await worker({ service: { ...service, url: 'https://other.example' } }).takes(20)).toBe(
      10,
    );
    const keys = await redis.client.keys('*');
    expect(keys).toHaveLength(3);
    for (const key of keys) {
      expect(key).toMatch(/^\{ferryman\}:calls:[0-9a-f]{32}$/);
      expect(await redis.client.pttl(key)).toBeGreaterThan(0);
    }
  });

  it('forgets calls of a clock that was set back', async () => {
    const { takes } = worker();
    await takes(10);
    await age(-3_600_000);
    expect(await takes(1)).toBe(1);
  });

  it('goes on after Redis lost everything', async () => {
    const { takes } = worker();
    await takes(10);
    await redis.client.flushall();
    await redis.client.script('FLUSH');
    expect(await takes(20)).toBe(10);
  });

  it('says that Redis is away, and goes on when it is back', async () => {
    const gone = await startRedisForTest();
    const { take } = worker({ redis: { socketPath: gone.socketPath } });
    await take('execution');
    await gone.close();
    await expect(take('execution')).rejects.toMatchObject({
      code: 'REDIS_UNAVAILABLE',
      next: 'retry',
    });
    const back = await startEmbeddedRedis({ folder: gone.folder });
    try {
      expect(back.socketPath).toBe(gone.socketPath);
      await waitFor(() => take('execution'));
    } finally {
      await back.close();
      await rm(gone.folder, { recursive: true });
    }
  });
});
