import { z } from 'zod';
import { bookFormats } from '../../core/books/book-writer.ts';
import { named } from './common.ts';

/** A day, or a moment with its time zone; milliseconds since the epoch. */
const moment = z
  .string()
  .refine(isMoment, 'is neither a day such as 2026-01-31 nor a time such as 2026-01-31T12:00:00Z');

export const bookPeriod = {
  from: moment.describe(
    'A day such as 2026-01-01, which begins at midnight in UTC, or a time in ISO 8601.',
  ),
  until: moment.describe('The first moment after the period, in the same form.'),
};

export const bookQuery = z
  .strictObject({
    ...bookPeriod,
    format: z
      .enum(bookFormats, `is not one of ${bookFormats.join(', ')}`)
      .default('csv')
      .describe(
        '`csv`: a row for each swap and fee; `koinly`: in Koinly’s columns; `beancount`, `hledger`: double-entry books; `receipts`: HTML to print. Default: csv.',
      ),
  })
  .refine(({ from, until }) => Date.parse(from) < Date.parse(until), {
    path: ['until'],
    message: 'is not after from',
  });

export const bookExport = named(
  'BookExport',
  z.string(),
  'Books in the format that was asked for.',
);

const form = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?$/;

function isMoment(text: string): boolean {
  return form.test(text) && !Number.isNaN(Date.parse(text));
}
