/**
 * A list. `for await` goes through all of its entries, and asks for the next page when it needs it.
 * Entries that are added meanwhile at the front are not seen.
 */
export interface Pages<Entry, Page> extends AsyncIterable<Entry> {
  /** The list page by page, as the API answers it. */
  pages(): AsyncIterable<Page>;
  /** The first entries, at most `limit` of them. */
  take(limit: number): Promise<Entry[]>;
}

interface AnyPage {
  nextCursor?: string;
}

/** @param ask reads the page at a cursor; without one, the first page */
export function pagesOf<Entry, Page extends AnyPage>(
  ask: (cursor: string | undefined) => Promise<Page>,
): Pages<Entry, Page> {
  async function* pages(): AsyncGenerator<Page> {
    let cursor: string | undefined;
    do {
      const page = await ask(cursor);
      yield page;
      cursor = page.nextCursor;
    } while (cursor !== undefined);
  }
  async function* entries(): AsyncGenerator<Entry> {
    // A page has one list, under the name of what it lists.
    for await (const page of pages()) yield* Object.values(page).find(Array.isArray) ?? [];
  }
  return {
    pages,
    [Symbol.asyncIterator]: entries,
    async take(limit) {
      const taken: Entry[] = [];
      if (limit < 1) return taken;
      for await (const entry of entries()) if (taken.push(entry) >= limit) break;
      return taken;
    },
  };
}
