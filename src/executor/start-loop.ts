import type { OutageLog } from '../errors/outage-log.ts';

export interface Loop {
  /** Starts no new round and waits for the running one. */
  stop(): Promise<void>;
}

export interface LoopOptions {
  /** Names it in the log. */
  name: string;
  /** Milliseconds between the end of one round and the start of the next. */
  interval: number;
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
export function startLoop({ name, interval, outages, component }: LoopOptions, round: () => Promise<void>): Loop {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let failures = 0;
  let running = Promise.resolve();
  const turn = async (): Promise<void> => {
    try {
      await round();
      failures = 0;
      outages.succeeded(name);
    } catch (cause) {
      failures += 1;
      outages.failed(name, cause, { component });
    }
    if (!stopped) timer = setTimeout(start, pauseAfter(interval, failures));
  };
  const start = (): void => {
    running = turn();
  };
  start();
  return {
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
