/**
 * Which providers are paused: they take deposits and answer the router, but pay nothing until they
 * are resumed.
 */
export interface ProviderSwitches {
  setPaused(provider: string, paused: boolean): void;
  /** Lets go what waits at this moment; whatever comes later waits as before. */
  release(provider: string): void;
  /** Resolves at once, or when the provider is resumed; rejects when the signal aborts. */
  whenRunning(provider: string, signal: AbortSignal): Promise<void>;
}

/** @param held the providers that are paused from the beginning */
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
