import type { OutageLog } from '../errors/outage-log.ts';
import { outsideCall } from '../ports/call-context.ts';

export interface Loop {
  /**
   * Starts the next round within so many milliseconds (default: now), but after a failed round not
   * before its pause is over, at most two seconds.
   */
  wake(within?: number): void;
  /** Starts no new round and waits for the running one. */
  stop(): Promise<void>;
}

export interface LoopOptions {
  /** Its name in the log. */
  name: string;
  /**
   * Milliseconds between the end of one round and the start of the next; a function is called after
   * each round. Infinite: only `wake` starts a round.
   */
  interval: number | (() => number);
  /** Least milliseconds between the starts of two rounds, however often it is woken. Default: 0. */
  gap?: number;
  outages: OutageLog;
  /**
   * The component that is down when a round fails, unless the error names a store. Default: the
   * loop.
   */
  component?: string;
}

/** The longest pause after a failed round, in milliseconds, unless the loop's own is longer. */
const longestPause = 2_000;
/** The shortest pause after a failed round, in milliseconds. */
const leastPause = 100;

/**
 * Runs `round` repeatedly. Each failure in a row doubles the pause, up to `longestPause` or the
 * loop's own interval.
 */
export function startLoop(
  { name, interval, gap = 0, outages, component }: LoopOptions,
  round: () => Promise<void>,
): Loop {
  const never = Number.POSITIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let failures = 0;
  let isRunning = false;
  let startedAt = -never;
  /**
   * `nextAt`: when the next round starts. `wokenFor`: when a `wake` during this round wants one.
   */
  let nextAt = never;
  let wokenFor = never;
  /** No round starts before this time after a failure. */
  let retryAt = -never;
  let running = Promise.resolve();
  const runRound = async (): Promise<void> => {
    startedAt = performance.now();
    isRunning = true;
    wokenFor = never;
    try {
      await round();
      failures = 0;
      retryAt = -never;
      outages.succeeded(name);
    } catch (cause) {
      failures += 1;
      retryAt = performance.now() + pauseAfter(0, failures);
      outages.failed(name, cause, { component });
    }
    isRunning = false;
    const own =
      performance.now() +
      pauseAfter(typeof interval === 'number' ? interval : interval(), failures);
    startAt(Math.min(own, Math.max(wokenFor, startedAt + gap, retryAt)));
  };
  const startAt = (time: number): void => {
    clearTimeout(timer);
    nextAt = time;
    if (!stopped && time !== never)
      timer = setTimeout(start, Math.max(0, time - performance.now()));
  };
  const start = (): void => {
    running = outsideCall(runRound);
  };
  start();
  return {
    wake(within = 0) {
      const time = performance.now() + within;
      if (isRunning) wokenFor = Math.min(wokenFor, time);
      else startAt(Math.min(nextAt, Math.max(time, startedAt + gap, retryAt)));
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

/** Milliseconds until the next round, after so many failures in a row. */
export function pauseAfter(interval: number, failures: number): number {
  if (failures === 0) return interval;
  const doubled = Math.max(interval, leastPause) * 2 ** Math.min(failures - 1, 10);
  return Math.max(interval, Math.min(longestPause, doubled));
}
