/** Ledger entries that are asked for or stored in one statement. */
const chunk = 1_000;

export function* chunksOf<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += chunk) yield items.slice(start, start + chunk);
}
