import type { Heads } from './heads.ts';

/** `Heads` whose owner announces each new block. */
export interface AnnouncedHeads extends Heads {
  announce(height: bigint): void;
}

interface Waiter {
  readonly after: bigint;
  resolve(latest: bigint): void;
  reject(reason: unknown): void;
}

/** @param first the number of the newest block; default: 0 */
export function createHeads(signal: AbortSignal, first = 0n): AnnouncedHeads {
  let latest = first;
  let waiters: Waiter[] = [];
  signal.addEventListener('abort', () => {
    for (const waiter of waiters) waiter.reject(signal.reason);
    waiters = [];
  });
  return {
    signal,
    latest: () => latest,
    announce(height) {
      latest = height;
      const ready = waiters.filter(({ after }) => after < height);
      waiters = waiters.filter(({ after }) => after >= height);
      for (const waiter of ready) waiter.resolve(height);
    },
    next: (after) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) reject(signal.reason);
        else if (latest > after) resolve(latest);
        else waiters.push({ after, resolve, reject });
      }),
  };
}
