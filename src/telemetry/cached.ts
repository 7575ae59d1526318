import { setTimeout as pause } from 'node:timers/promises';

/** In milliseconds. */
interface Bounds {
  /** For which a caller waits. Default: 5 s. */
  patience?: number;
  /** After which a run that has not ended is given up, and another one begun. Default: 5 min. */
  longest?: number;
}

/**
 * Shares one run between concurrent callers and those that come soon after. Rejects for a caller
 * whose patience ends before the run.
 * @param freshFor milliseconds after its end, given how long it took
 */
export function cached<Answer>(
  run: () => Promise<Answer>,
  freshFor: (took: number) => number,
  now: () => number = () => performance.now(),
  { patience = 5_000, longest = 300_000 }: Bounds = {},
): () => Promise<Answer> {
  let last: Promise<Answer> | undefined;
  let staleAt = Number.POSITIVE_INFINITY;
  return () => {
    if (last === undefined || now() >= staleAt) {
      const start = now();
      staleAt = start + longest;
      const running = run();
      last = running;
      running.then(
        () => {
          if (last === running) staleAt = now() + freshFor(now() - start);
        },
        // A failure is not kept.
        () => {
          if (last === running) last = undefined;
        },
      );
    }
    return within(last, patience);
  };
}

async function within<Answer>(answer: Promise<Answer>, patience: number): Promise<Answer> {
  const done = new AbortController();
  const limit = pause(patience, undefined, { ref: false, signal: done.signal }).then(() => {
    throw new Error(`no answer within ${patience} ms`);
  });
  try {
    return await Promise.race([answer, limit]);
  } finally {
    // The timer is no longer needed.
    limit.catch(() => undefined);
    done.abort();
  }
}

/** For counts of all swaps: they take at most a hundredth of the time, however many there are. */
export const hundredfold = (took: number): number => (took < 10 ? 0 : took * 100);
