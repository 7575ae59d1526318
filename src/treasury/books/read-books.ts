import type { BookFormat, BookPeriod } from '../../core/books/book-writer.ts';
import { createBookWriter } from '../../core/books/create-book-writer.ts';
import type { BookEntry } from '../../core/books/posting.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { BookStore } from '../../ports/stores/book-store.ts';

/** Entries that are in memory at a time. */
const pageSize = 200;

/** Throws `BOOKS_INCOMPLETE` if a swap that ended in the period, or before, is not booked yet. */
export async function requireBooked(
  journal: Pick<BookStore, 'countUnbooked'>,
  { until }: BookPeriod,
): Promise<void> {
  const count = await journal.countUnbooked(until);
  if (count === 0) return;
  const swaps = count === 1 ? 'one swap is' : `${count} swaps are`;
  const message = `${swaps} not booked yet, so the books up to ${new Date(until).toISOString()} would lack something`;
  throw new FerrymanError('BOOKS_INCOMPLETE', message, { details: { count } });
}

/** The books of a period as text, piece by piece. Of a closed period always the same bytes. */
export async function* readBooks(
  journal: Pick<BookStore, 'bookEntries'>,
  period: BookPeriod,
  format: BookFormat,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const writer = createBookWriter(format);
  yield writer.head(period);
  let after: BookEntry | undefined;
  for (;;) {
    const page = await journal.bookEntries({
      ...period,
      limit: pageSize,
      ...(after ? { after } : {}),
    });
    if (signal.aborted) return;
    if (page.length > 0) yield page.map((entry) => writer.entry(entry)).join('');
    after = page.at(-1);
    if (page.length < pageSize) break;
  }
  yield writer.foot();
}
