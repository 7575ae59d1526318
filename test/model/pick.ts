/** The next choice, below `count`. */
export type Choose = (count: number) => number;

export function pick<Item>(items: readonly Item[], choose: Choose): Item {
  return items[choose(items.length)]!;
}

/** Mostly the newest: older ones are closed. */
export function pickNewest<Item>(items: readonly Item[], choose: Choose): Item | undefined {
  return choose(4) === 0 ? items[choose(items.length)] : items.at(-1);
}
