import type { BookEntry } from './posting.ts';

export const bookFormats = ['csv', 'koinly', 'beancount', 'hledger', 'receipts'] as const;
export type BookFormat = (typeof bookFormats)[number];

/** The period of an export: from the first moment up to, and without, the second. */
export interface BookPeriod {
  /** Milliseconds since the epoch. */
  from: number;
  until: number;
}

/** Writes books piece by piece, so that a reader needs no more memory than for one entry. */
export interface BookWriter {
  head(period: BookPeriod): string;
  /** In the order of the entries: what is declared with one is not declared again. */
  entry(entry: BookEntry): string;
  foot(): string;
}
