import type { Clock } from '../ports/clock.ts';
import type { ScheduleStore } from '../ports/stores/schedule-store.ts';
import type { Versioned } from '../ports/stores/versioned.ts';
import type { ExecutorContext } from './context.ts';
import { dispatchAll, dispatchLanes } from './dispatch.ts';
import { startLoop } from './start-loop.ts';

/** Swaps woken by one sweep, and lanes; the rest are found by the next. */
const chunk = 2_000;

/**
 * Milliseconds between two sweeps at most: another process may have set a timer and lost the job
 * for it.
 */
const longestSleep = 2_000;

/**
 * Wakes every swap that is due and that no worker has locked, and every lane that can admit one:
 * what makes the queue disposable. While something is due it does so at every `interval`
 * milliseconds. Else it sleeps until the next swap should have been called.
 */
export function startSweeping(
  context: ExecutorContext<ScheduleStore>,
  interval: number,
): () => Promise<void> {
  const { clock, journal, outages, signals } = context;
  const longest = Math.max(interval, longestSleep);
  const fresh = createBacklog(clock);
  let pause = interval;
  const sweeping = startLoop(
    { name: 'sweep', interval: () => pause, gap: interval, outages },
    async () => {
      pause = interval;
      const { due, lanes, nextIn = longest } = await journal.sweep(chunk);
      await Promise.all([dispatchAll(context, fresh(due)), dispatchLanes(context, lanes)]);
      // The queue calls first, the sweep finds what it has not called.
      if (due.length === 0 && lanes.length === 0) pause = Math.min(longest, nextIn + interval);
    },
  );
  const unlisten = signals.swapDue.listen((within) => sweeping.wake(within));
  return async () => {
    unlisten();
    await sweeping.stop();
  };
}

/** Milliseconds after which a swap of a backlog is called again: its call may be lost. */
const patience = 10_000;

/**
 * Where more is due than one sweep finds, the next one finds most of it again, whose calls still
 * wait in the queue. To call these again would take more of the machine than to serve them. Returns
 * what has not been called yet.
 */
function createBacklog(clock: Clock): (due: readonly Versioned[]) => readonly Versioned[] {
  let called = new Map<string, number>();
  return (due) => {
    if (due.length < chunk) {
      called = new Map();
      return due;
    }
    const at = clock.now();
    const fresh = due.filter(
      (call) => at - (called.get(nameOf(call)) ?? Number.NEGATIVE_INFINITY) > patience,
    );
    called = new Map(due.map((call) => [nameOf(call), called.get(nameOf(call)) ?? at]));
    for (const call of fresh) called.set(nameOf(call), at);
    return fresh;
  };
}

function nameOf({ swapId, version }: Versioned): string {
  return `${swapId}/${version}`;
}
