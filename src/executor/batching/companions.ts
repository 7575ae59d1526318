/** A swap's part in a group that a lane admitted at once to share a transaction. */
export interface Companion {
  /** The others stop waiting for this swap. Idempotent. */
  leave(): void;
  /** Resolves once all have met or left, or after `patience` milliseconds. */
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
