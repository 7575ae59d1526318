import type { ExecutorContext } from './context.ts';
import { startLoop } from './start-loop.ts';
import { wakeAll, wakeLanes } from './wake.ts';

/** Swaps woken by one sweep, and lanes; the rest are found by the next. */
const chunk = 500;

/** Milliseconds between two sweeps at most: another process may have set a timer and lost the job for it. */
const longestSleep = 2_000;

/**
 * Wakes every swap that is due and that no worker has locked, and every lane that can admit one: what
 * makes the queue disposable. While something is due it does so at every `interval` milliseconds. Else
 * it sleeps until the next swap should have been called.
 */
export function startSweeping(context: ExecutorContext, interval: number): () => Promise<void> {
  const { journal, outages, signals } = context;
  const longest = Math.max(interval, longestSleep);
  let pause = interval;
  const sweeping = startLoop({ name: 'sweep', interval: () => pause, gap: interval, outages }, async () => {
    pause = interval;
    const { due, lanes, nextIn = longest } = await journal.sweep(chunk);
    await Promise.all([wakeAll(context, due), wakeLanes(context, lanes)]);
    // The queue calls first, the sweep finds what it has not called.
    if (due.length === 0 && lanes.length === 0) pause = Math.min(longest, nextIn + interval);
  });
  const unlisten = signals.swapDue.listen((within) => sweeping.wake(within));
  return async () => {
    unlisten();
    await sweeping.stop();
  };
}
