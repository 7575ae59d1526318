/** Concurrent callers share one run. */
export function oneAtATime<Result>(make: () => Promise<Result>): () => Promise<Result> {
  let made: Promise<Result> | undefined;
  return () => {
    made ??= make().finally(() => {
      made = undefined;
    });
    return made;
  };
}
