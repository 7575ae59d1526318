import { setTimeout as sleep } from 'node:timers/promises';

interface Production {
  readonly intervalMs: number;
  readonly signal: AbortSignal;
  /** Makes a block, if there is a reason to. */
  produce(): Promise<void> | void;
}

/**
 * Calls `produce` at once and at each interval. Resolves after the signal aborts and the last call
 * ends.
 */
export async function produceAtIntervals({
  intervalMs,
  signal,
  produce,
}: Production): Promise<void> {
  let dueAt = Date.now();
  while (!signal.aborted) {
    await produce();
    // Skip missed intervals. Do not catch up in a burst.
    dueAt = Math.max(dueAt + intervalMs, Date.now());
    await sleep(dueAt - Date.now(), undefined, { signal }).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  }
}
