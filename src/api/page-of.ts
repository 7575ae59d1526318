/**
 * A page of a list, and the cursor of the next one if there is one.
 * @param found one more than the page holds, if there are as many
 */
export function pageOf<Item>(
  found: readonly Item[],
  size: number,
  cursorOf: (last: Item) => string,
): { page: Item[]; next: { nextCursor?: string } } {
  const page = found.slice(0, size);
  const last = found.length > size ? page.at(-1) : undefined;
  return { page, next: last === undefined ? {} : { nextCursor: cursorOf(last) } };
}
