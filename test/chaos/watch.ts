import { setTimeout as pause } from 'node:timers/promises';

export interface Watch {
  /** Waits for the look that is under way. */
  stop(): Promise<void>;
}

const betweenLooks = 1_000;

/** Looks again and again until there is something, and tells it once. */
export function watchFor(isThere: () => Promise<boolean>, tell: () => void): Watch {
  const stopped = new AbortController();
  const { signal } = stopped;

  async function watch(): Promise<void> {
    while (!signal.aborted) {
      // While blocks are taken back or a process is away nothing can be read; a later look tells.
      if (await isThere().catch(() => false)) return tell();
      await pause(betweenLooks, undefined, { signal }).catch(() => undefined);
    }
  }

  const watching = watch();
  return {
    async stop() {
      stopped.abort();
      await watching;
    },
  };
}
