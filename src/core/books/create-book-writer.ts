import type { BookFormat, BookWriter } from './book-writer.ts';
import { beancountWriter } from './write-beancount.ts';
import { csvWriter } from './write-csv.ts';
import { hledgerWriter } from './write-hledger.ts';
import { koinlyWriter } from './write-koinly.ts';
import { receiptWriter } from './write-receipts.ts';

/** A writer for one export. Equal entries in equal order give equal bytes. */
export function createBookWriter(format: BookFormat): BookWriter {
  switch (format) {
    case 'csv':
      return csvWriter();
    case 'koinly':
      return koinlyWriter();
    case 'beancount':
      return beancountWriter();
    case 'hledger':
      return hledgerWriter();
    case 'receipts':
      return receiptWriter();
  }
}
