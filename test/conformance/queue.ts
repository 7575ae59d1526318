import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SwapId } from '../../src/core/swap/ids.ts';
import type { Handlers, Queue } from '../../src/ports/queue.ts';
import { waitFor } from '../support/wait-for.ts';

export interface QueueUnderTest {
  queue: Queue;
  /** Loses everything that the queue's server knows. */
  loseEverything(): Promise<void>;
  close(): Promise<void>;
}

/** Handlers of a queue in which no lane is woken. */
function forSwaps(swap: Handlers['swap']): Handlers {
  return { swap, lane: async () => Promise.reject(new Error('no lane was woken')) };
}

const newSwap = (): SwapId => randomUUID() as SwapId;

/** A promise that the test settles. */
function gate(): { opened: Promise<void>; open(): void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

/** What every `Queue` keeps to; runs on each implementation. */
export function describeQueue(name: string, start: () => Promise<QueueUnderTest>): void {
  describe(`a queue: ${name}`, () => {
    let under: QueueUnderTest;
    let queue: Queue;
    beforeEach(async () => {
      under = await start();
      queue = under.queue;
    });
    afterEach(() => under.close());

    /** Calls in the order in which they were handled. */
    async function listening(concurrency = 4): Promise<SwapId[]> {
      const calls: SwapId[] = [];
      await queue.listen(
        forSwaps(async (swapId) => void calls.push(swapId)),
        concurrency,
      );
      return calls;
    }

    it('calls the handler with the swap, whether it was woken before or after somebody listened', async () => {
      const [before, after] = [newSwap(), newSwap()];
      await queue.dispatch({ swapId: before, version: 1 });
      const calls = await listening();
      await queue.dispatch({ swapId: after, version: 1 });
      await waitFor(() => expect(new Set(calls)).toEqual(new Set([before, after])));
    });

    it('holds a delayed call back, but not the others, and makes it when its time has come', async () => {
      const [soon, shortly, later] = [newSwap(), newSwap(), newSwap()];
      const calls = await listening();
      await queue.dispatch({ swapId: later, version: 1, delay: 3_600_000 });
      await queue.dispatch({ swapId: shortly, version: 1, delay: 30 });
      await queue.dispatch({ swapId: soon, version: 1 });
      await waitFor(() => expect(new Set(calls)).toEqual(new Set([soon, shortly])));
    });

    it('takes two waiting calls for the same version as one, and another version as another', async () => {
      const [swapId, last] = [newSwap(), newSwap()];
      await queue.dispatch({ swapId, version: 1 });
      await queue.dispatch({ swapId, version: 1 });
      await queue.dispatch({ swapId, version: 2 });
      await queue.dispatch({ swapId: last, version: 1 });
      const calls = await listening(1);
      await waitFor(() => expect(calls).toContain(last));
      expect(calls).toEqual([swapId, swapId, last]);
    });

    it('does not let a delayed call hold up one for the same version that is due now', async () => {
      const swapId = newSwap();
      const calls = await listening();
      await queue.dispatch({ swapId, version: 1, delay: 3_600_000 });
      await queue.dispatch({ swapId, version: 1 });
      await waitFor(() => expect(calls).toEqual([swapId]));
    });

    it('calls again for a version that was handled, and for one that is being handled', async () => {
      const swapId = newSwap();
      let calls = 0;
      await queue.listen(
        forSwaps(async () => {
          calls++;
          if (calls < 4) await queue.dispatch({ swapId, version: 1, delay: calls === 2 ? 1 : 0 });
        }),
        1,
      );
      await queue.dispatch({ swapId, version: 1 });
      await waitFor(() => expect(calls).toBe(4));
    });

    it('handles as many at a time as told, and not more', async () => {
      const { opened, open } = gate();
      let running = 0;
      let most = 0;
      let done = 0;
      await queue.listen(
        forSwaps(async () => {
          most = Math.max(most, ++running);
          await opened;
          running--;
          done++;
        }),
        3,
      );
      for (let count = 0; count < 8; count++)
        await queue.dispatch({ swapId: newSwap(), version: 1 });
      await waitFor(() => expect(running).toBe(3));
      open();
      await waitFor(() => expect(done).toBe(8));
      expect(most).toBe(3);
    });

    it('goes on after a handler that failed, for the same swap and version too', async () => {
      const swapId = newSwap();
      let calls = 0;
      await queue.listen(
        forSwaps(async () => {
          calls++;
          if (calls === 1) throw new Error('the journal is away');
        }),
        1,
      );
      await queue.dispatch({ swapId, version: 1 });
      await waitFor(() => expect(calls).toBe(1));
      await waitFor(async () => {
        await queue.dispatch({ swapId, version: 1 });
        expect(calls).toBeGreaterThanOrEqual(2);
      });
    });

    it('works on after its server has lost everything', async () => {
      const calls = await listening();
      await queue.dispatch({ swapId: newSwap(), version: 1 });
      await waitFor(() => expect(calls).toHaveLength(1));
      await queue.dispatch({ swapId: newSwap(), version: 1, delay: 3_600_000 });
      await under.loseEverything();
      const swapId = newSwap();
      await queue.dispatch({ swapId, version: 1 });
      await waitFor(() => expect(calls.at(-1)).toBe(swapId));
    });

    it('drops every call on clear, and takes new ones for the same versions', async () => {
      const [dropped, kept] = [newSwap(), newSwap()];
      await queue.dispatch({ swapId: dropped, version: 1 });
      await queue.dispatch({ swapId: kept, version: 1, delay: 3_600_000 });
      await queue.clear();
      const calls = await listening(1);
      await queue.dispatch({ swapId: kept, version: 1, delay: 1 });
      await waitFor(() => expect(calls).toEqual([kept]));
    });

    it('waits on close for what is running, and starts nothing more', async () => {
      const { opened, open } = gate();
      const started: SwapId[] = [];
      let finished = 0;
      const listener = await queue.listen(
        forSwaps(async (swapId) => {
          started.push(swapId);
          await opened;
          finished++;
        }),
        1,
      );
      await queue.dispatch({ swapId: newSwap(), version: 1 });
      await queue.dispatch({ swapId: newSwap(), version: 1 });
      await waitFor(() => expect(started).toHaveLength(1));
      let closed = false;
      const closing = listener.close().then(() => {
        closed = true;
      });
      expect(closed).toBe(false);
      open();
      await closing;
      expect(finished).toBe(1);
      expect(started).toHaveLength(1);
      expect(await queue.ping()).toBe(true);
    });
  });
}
