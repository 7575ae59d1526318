/** Held by each of the swaps that a lane has admitted at once, to go in one transaction. */
export interface Companion {
  /** The others wait for it no longer. Leaving twice is leaving once. */
  leave(): void;
  /**
   * Resolves once all of them have come so far or have left, or `patience` milliseconds are over.
   */
  meet(patience: number): Promise<void>;
}

export function createCompanions(count: number): Companion[] {
  const underWay = new Set<Companion>();
  let waiting: (() => void)[] = [];
  const arrive = (companion: Companion): void => {
    underWay.delete(companion);
    if (underWay.size > 0) return;
    for (const resolve of waiting) resolve();
    waiting = [];
  };
  const companions = Array.from({ length: count }, () => {
    const companion: Companion = {
      leave: () => arrive(companion),
      async meet(patience) {
        let timer: NodeJS.Timeout | undefined;
        const all = new Promise<void>((resolve) => waiting.push(resolve));
        const late = new Promise<void>((resolve) => {
          timer = setTimeout(resolve, patience);
        });
        arrive(companion);
        await Promise.race([all, late]);
        clearTimeout(timer);
      },
    };
    return companion;
  });
  for (const companion of companions) underWay.add(companion);
  return companions;
}
