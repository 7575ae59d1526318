import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SwapId, WalletId } from '../../src/core/swap/ids.ts';
import { currentCall, inCall } from '../../src/ports/call-context.ts';
import type { Queue } from '../../src/ports/queue.ts';
import { createBullQueue } from '../../src/queue/create-bull-queue.ts';
import { serveOwnCalls } from '../../src/queue/serve-own-calls.ts';
import { describeQueue } from '../conformance/queue.ts';
import { noOutages } from '../support/no-outages.ts';
import { type RedisForTest, silent, startRedisForTest } from './redis-for-test.ts';

let redis: RedisForTest;
beforeAll(async () => {
  redis = await startRedisForTest();
});
afterAll(() => redis.close());

describeQueue('BullMQ on Redis, with own calls served here', async () => {
  await redis.client.flushall();
  const queue = createBullQueue({
    redis: { socketPath: redis.socketPath },
    logger: silent,
    outages: noOutages,
  });
  return {
    queue: serveOwnCalls(queue, silent),
    loseEverything: async () => void (await redis.client.flushall()),
    close: () => queue.close(),
  };
});

/** A queue of which it is known what went through it. */
function watched(): { queue: Queue; passed: string[] } {
  const passed: string[] = [];
  const queue: Queue = {
    async dispatch({ swapId }) {
      passed.push(swapId);
      return 'queued';
    },
    async dispatchLane({ chain }) {
      passed.push(chain);
      return 'queued';
    },
    listen: async () => ({ close: async () => undefined }),
    clear: async () => undefined,
    ping: async () => true,
    depths: async () => [],
    close: async () => undefined,
  };
  return { queue: serveOwnCalls(queue, silent), passed };
}

const newSwap = (): SwapId => randomUUID() as SwapId;

describe('a process that serves its own calls', () => {
  it('sends what is due now through the queue only while nobody listens, or where there is no room', async () => {
    const { queue, passed } = watched();
    const [early, first, second, later] = [newSwap(), newSwap(), newSwap(), newSwap()];
    await queue.dispatch({ swapId: early, version: 1 });
    const ends: (() => void)[] = [];
    const handled: string[] = [];
    const listener = await queue.listen(
      {
        swap: (id) => {
          handled.push(id);
          return new Promise((end) => ends.push(end));
        },
        lane: async () => undefined,
      },
      4,
    );
    await queue.dispatch({ swapId: later, version: 1, delay: 1 });
    await queue.dispatch({ swapId: first, version: 1 });
    // It is being handled: that is "again".
    await queue.dispatch({ swapId: first, version: 1 });
    await queue.dispatch({ swapId: second, version: 1 });
    await queue.dispatch({ swapId: early, version: 1 });
    expect(handled).toEqual([first, second]);
    expect(passed).toEqual([early, later, first, early]);
    for (const end of ends) end();
    await listener.close();
    await queue.dispatch({ swapId: first, version: 2 });
    expect(passed).toEqual([early, later, first, early, first]);
  });

  it('handles them outside of the request that dispatched them', async () => {
    const { queue } = watched();
    const requests: (string | undefined)[] = [];
    const handle = async () => void requests.push(currentCall().requestId);
    const listener = await queue.listen({ swap: handle, lane: handle }, 4);
    await inCall({ requestId: 'submits' }, async () => {
      await queue.dispatch({ swapId: newSwap(), version: 1 });
      await queue.dispatchLane({ walletId: randomUUID() as WalletId, chain: 'ETH', version: 1 });
    });
    await listener.close();
    expect(requests).toEqual([undefined, undefined]);
  });
});
