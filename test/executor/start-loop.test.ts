import { expect, it, vi } from 'vitest';
import { FerrymanError } from '../../src/errors/ferryman-error.ts';
import { createOutageLog } from '../../src/errors/outage-log.ts';
import { pauseAfter, startLoop } from '../../src/executor/start-loop.ts';
import { currentCall, inCall } from '../../src/ports/call-context.ts';
import { noOutages } from '../support/no-outages.ts';

it('pauses for longer after each failure in a row, up to two seconds, and for its own time otherwise', () => {
  expect([0, 1, 2, 3, 6, 1_000].map((failures) => pauseAfter(20, failures))).toEqual([
    20, 100, 200, 400, 2_000, 2_000,
  ]);
  expect([0, 1, 2, 3, 9].map((failures) => pauseAfter(500, failures))).toEqual([
    500, 500, 1_000, 2_000, 2_000,
  ]);
  // A loop that is slow by itself is not hurried.
  expect([0, 1, 9].map((failures) => pauseAfter(5_000, failures))).toEqual([5_000, 5_000, 5_000]);
});

it('sleeps until it is woken, and begins no two rounds sooner than its gap', async () => {
  vi.useFakeTimers();
  try {
    let rounds = 0;
    const options = {
      name: 'look',
      interval: () => Number.POSITIVE_INFINITY,
      gap: 100,
      outages: noOutages,
    };
    const loop = startLoop(options, async () => {
      rounds += 1;
    });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(rounds).toBe(1);
    loop.wake(500);
    loop.wake();
    loop.wake();
    await vi.advanceTimersByTimeAsync(1);
    expect(rounds).toBe(2);
    loop.wake();
    await vi.advanceTimersByTimeAsync(50);
    expect(rounds).toBe(2);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(rounds).toBe(3);
    loop.wake(500);
    await vi.advanceTimersByTimeAsync(499);
    expect(rounds).toBe(3);
    await vi.advanceTimersByTimeAsync(1);
    expect(rounds).toBe(4);
    await loop.stop();
    loop.wake();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(rounds).toBe(4);
  } finally {
    vi.useRealTimers();
  }
});

it.each([Number.POSITIVE_INFINITY, 30_000])(
  'is woken after a failure once the pause for that is over, with an interval of %s',
  async (interval) => {
    vi.useFakeTimers();
    try {
      let rounds = 0;
      const loop = startLoop(
        { name: 'hold', interval: () => interval, outages: noOutages },
        async () => {
          rounds += 1;
          if (rounds <= 2) throw new FerrymanError('JOURNAL_UNAVAILABLE', 'the journal is down');
        },
      );
      await vi.advanceTimersByTimeAsync(1);
      for (let woken = 0; woken < 10; woken += 1) loop.wake();
      await vi.advanceTimersByTimeAsync(50);
      expect(rounds).toBe(1);
      await vi.advanceTimersByTimeAsync(100);
      expect(rounds).toBe(2);
      loop.wake();
      await vi.advanceTimersByTimeAsync(300);
      expect(rounds).toBe(3);
      loop.wake();
      await vi.advanceTimersByTimeAsync(1);
      expect(rounds).toBe(4);
      await loop.stop();
    } finally {
      vi.useRealTimers();
    }
  },
);

it('goes on after failures, and logs them as one outage', async () => {
  const lines: string[] = [];
  const outages = createOutageLog({
    warn: (...[, message]: unknown[]) => void lines.push(String(message)),
  });
  let rounds = 0;
  await new Promise<void>((resolve) => {
    const loop = startLoop({ name: 'sweep', interval: 1, outages }, async () => {
      rounds += 1;
      if (rounds === 5) setImmediate(() => void loop.stop().then(resolve));
      if (rounds === 2 || rounds === 3)
        throw new FerrymanError('JOURNAL_UNAVAILABLE', 'the journal is down');
    });
  });
  expect(lines).toEqual(['component is failing; Ferryman retries until it works', 'recovered']);
});

it('runs no round as a part of the request that woke it', async () => {
  const requests: (string | undefined)[] = [];
  const options = { name: 'look', interval: Number.POSITIVE_INFINITY, outages: noOutages };
  const loop = inCall({ requestId: 'starts' }, () =>
    startLoop(options, async () => {
      requests.push(currentCall().requestId);
    }),
  );
  inCall({ requestId: 'wakes' }, () => loop.wake());
  await expect.poll(() => requests).toEqual([undefined, undefined]);
  await loop.stop();
});
