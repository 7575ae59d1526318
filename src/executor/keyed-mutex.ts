/** Runs tasks of one key in order, one at a time; tasks of different keys run in parallel. */
export interface KeyedMutex {
  run<Result>(key: string, task: () => Promise<Result>): Promise<Result>;
}

/**
 * The journal already allows one held step per wallet and chain. Queueing in the process saves
 * polling it.
 */
export function createKeyedMutex(): KeyedMutex {
  const tails = new Map<string, Promise<unknown>>();
  return {
    run(key, task) {
      const before = tails.get(key) ?? Promise.resolve();
      // A task starts even if the one before it failed.
      const result = before.then(task, task);
      const tail = result.then(
        () => undefined,
        () => undefined,
      );
      tails.set(key, tail);
      void tail.then(() => {
        if (tails.get(key) === tail) tails.delete(key);
      });
      return result;
    },
  };
}
