import { setTimeout as sleep } from 'node:timers/promises';

interface Production {
  readonly intervalMs: number;
  readonly signal: AbortSignal;
  /** Makes a block, or not. */
  produce(): Promise<void> | void;
}

/**
 * Produces at once and at each interval. Resolves when the signal has aborted and nothing more is
 * made.
 */
export async function produceAtIntervals({
  intervalMs,
  signal,
  produce,
}: Production): Promise<void> {
  let dueAt = Date.now();
  while (!signal.aborted) {
    await produce();
    // What was missed is not made up for by a burst.
    dueAt = Math.max(dueAt + intervalMs, Date.now());
    await sleep(dueAt - Date.now(), undefined, { signal }).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  }
}
