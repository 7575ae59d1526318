/** What comes at which time of the calendar. */
export interface Agenda<Item> {
  add(at: number, item: Item): void;
  /** Everything of the next moment, in the order in which it was added. */
  next(): { at: number; items: Item[] } | undefined;
}

export function createAgenda<Item>(): Agenda<Item> {
  const byTime = new Map<number, Item[]>();
  return {
    add(at, item) {
      byTime.set(at, [...(byTime.get(at) ?? []), item]);
    },
    next() {
      if (byTime.size === 0) return undefined;
      const at = Math.min(...byTime.keys());
      const items = byTime.get(at) ?? [];
      byTime.delete(at);
      return { at, items };
    },
  };
}
