/**
 * Runs tasks of one key one after another, in the order they came; tasks of different keys side by
 * side.
 */
export interface KeyedMutex {
  run<Result>(key: string, task: () => Promise<Result>): Promise<Result>;
}

/**
 * The journal already lets one step per wallet and chain be held at a time; queueing in the process
 * saves it the polling.
 */
export function createKeyedMutex(): KeyedMutex {
  const tails = new Map<string, Promise<unknown>>();
  return {
    run(key, task) {
      const before = tails.get(key) ?? Promise.resolve();
      // A task starts whether the one before it worked or not.
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
