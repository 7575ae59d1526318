/**
 * Shares one run between concurrent callers and those that come soon after.
 * @param freshFor milliseconds after its end, given how long it took
 */
export function cached<Answer>(
  run: () => Promise<Answer>,
  freshFor: (took: number) => number,
  now: () => number = () => performance.now(),
): () => Promise<Answer> {
  let last: Promise<Answer> | undefined;
  let staleAt = Number.POSITIVE_INFINITY;
  return () => {
    if (last === undefined || now() >= staleAt) {
      const start = now();
      staleAt = Number.POSITIVE_INFINITY;
      const running = run();
      last = running;
      running.then(
        () => {
          staleAt = now() + freshFor(now() - start);
        },
        // A failure is not kept.
        () => {
          last = undefined;
        },
      );
    }
    return last;
  };
}

/** For counts of all swaps: they take at most a hundredth of the time, however many there are. */
export const hundredfold = (took: number): number => (took < 10 ? 0 : took * 100);
