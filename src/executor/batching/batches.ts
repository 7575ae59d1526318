/**
 * Who waits to go in one transaction with others of the same key, until one of them takes them
 * along.
 */
export interface Batches<Member, Told> {
  join(key: string, member: Member): Joined<Told>;
  /** Those who came first, `most` of them; they are nobody else's from now on. */
  take(key: string, most: number): readonly Taken<Member, Told>[];
}

interface Joined<Told> {
  isTaken(): boolean;
  /** What whoever took it tells. */
  told: Promise<Told>;
}

interface Taken<Member, Told> {
  member: Member;
  tell(told: Told): void;
  fail(error: unknown): void;
}

export function createBatches<Member, Told>(): Batches<Member, Told> {
  const waiting = new Map<string, Taken<Member, Told>[]>();
  return {
    join(key, member) {
      let taken: Taken<Member, Told> | undefined;
      const told = new Promise<Told>((resolve, reject) => {
        taken = { member, tell: resolve, fail: reject };
        waiting.set(key, [...(waiting.get(key) ?? []), taken]);
      });
      // Whoever has joined looks at it in the end; until then a failure is nobody's neglect.
      told.catch(() => undefined);
      return { told, isTaken: () => taken === undefined || !waiting.get(key)?.includes(taken) };
    },
    take(key, most) {
      const all = waiting.get(key) ?? [];
      const left = all.slice(most);
      if (left.length > 0) waiting.set(key, left);
      else waiting.delete(key);
      return all.slice(0, most);
    },
  };
}
