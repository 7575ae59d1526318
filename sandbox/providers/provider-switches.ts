/** Pauses providers. A paused provider takes deposits and answers the router, but pays nothing. */
export interface ProviderSwitches {
  setPaused(provider: string, paused: boolean): void;
  /** Releases what waits now. Later deposits wait as before. */
  release(provider: string): void;
  /** Resolves when the provider is not paused. Rejects when the signal aborts. */
  whenRunning(provider: string, signal: AbortSignal): Promise<void>;
}

/** @param held the providers that are paused at the start */
export function createProviderSwitches(held: readonly string[] = []): ProviderSwitches {
  const paused = new Map<string, Set<() => void>>(held.map((provider) => [provider, new Set()]));
  return {
    setPaused(provider, isPaused) {
      if (isPaused) {
        if (!paused.has(provider)) paused.set(provider, new Set());
        return;
      }
      const waiting = paused.get(provider);
      paused.delete(provider);
      for (const resume of waiting ?? []) resume();
    },
    release(provider) {
      const waiting = [...(paused.get(provider) ?? [])];
      paused.get(provider)?.clear();
      for (const resume of waiting) resume();
    },
    whenRunning(provider, signal) {
      const waiting = paused.get(provider);
      if (waiting === undefined) return Promise.resolve();
      return new Promise((resolve, reject) => {
        waiting.add(resolve);
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      });
    },
  };
}
