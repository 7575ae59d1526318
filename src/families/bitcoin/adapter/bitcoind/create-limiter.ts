/** Runs at most `max` tasks at a time. The others wait in order of arrival. */
export function createLimiter(max: number): <T>(run: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (run) => {
    if (running >= max) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await run();
    } finally {
      // The next task takes over the slot.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
