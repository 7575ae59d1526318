import type { Clock } from '../ports/clock.ts';
import type { ScheduleStore } from '../ports/stores/schedule-store.ts';
import type { Versioned } from '../ports/stores/versioned.ts';
import type { ExecutorContext } from './context.ts';
import { dispatchAll, dispatchLanes } from './dispatch.ts';
import { startLoop } from './start-loop.ts';

/** Swaps, and lanes, dispatched by one sweep; the next sweep finds the rest. */
const chunk = 2_000;

/**
 * Most milliseconds between two sweeps: another process may have set a timer and lost its queue
 * job.
 */
const longestSleep = 2_000;

/**
 * Dispatches every due swap that no worker has locked, and every lane that can admit one. It makes
 * the queue disposable. While something is due, it sweeps every `interval` milliseconds. Otherwise
 * it sleeps until the next swap should have been dispatched.
 * @param onBulkAction called while a bulk action is running
 */
export function startSweeping(
  context: ExecutorContext<ScheduleStore>,
  interval: number,
  onBulkAction: () => void = () => undefined,
): () => Promise<void> {
  const { clock, journal, outages, signals } = context;
  const longest = Math.max(interval, longestSleep);
  const fresh = createBacklog(clock);
  let pause = interval;
  const sweeping = startLoop(
    { name: 'sweep', interval: () => pause, gap: interval, outages },
    async () => {
      pause = interval;
      const { due, lanes, bulk, nextIn = longest } = await journal.sweep(chunk);
      if (bulk) onBulkAction();
      await Promise.all([dispatchAll(context, fresh(due)), dispatchLanes(context, lanes)]);
      // The queue dispatches first; the sweep finds what it missed.
      if (due.length === 0 && lanes.length === 0) pause = Math.min(longest, nextIn + interval);
    },
  );
  const unlisten = signals.swapDue.listen((within) => sweeping.wake(within));
  return async () => {
    unlisten();
    await sweeping.stop();
  };
}

/** Milliseconds after which a swap of a backlog is dispatched again: its queue job may be lost. */
const redispatchAfter = 10_000;

/**
 * If more is due than one sweep finds, the next sweep finds most of it again while its queue jobs
 * still wait. Dispatching those again would cost more than serving them. Returns the swaps that
 * were not dispatched yet.
 */
function createBacklog(clock: Clock): (due: readonly Versioned[]) => readonly Versioned[] {
  let dispatchedAt = new Map<string, number>();
  return (due) => {
    if (due.length < chunk) {
      dispatchedAt = new Map();
      return due;
    }
    const at = clock.now();
    const fresh = due.filter(
      (call) => at - (dispatchedAt.get(nameOf(call)) ?? Number.NEGATIVE_INFINITY) > redispatchAfter,
    );
    dispatchedAt = new Map(due.map((call) => [nameOf(call), dispatchedAt.get(nameOf(call)) ?? at]));
    for (const call of fresh) dispatchedAt.set(nameOf(call), at);
    return fresh;
  };
}

function nameOf({ swapId, version }: Versioned): string {
  return `${swapId}/${version}`;
}
