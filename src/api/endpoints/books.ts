import type { BookFormat } from '../../core/books/book-writer.ts';
import { readBooks, requireBooked } from '../../treasury/books/read-books.ts';
import type { ApiDependencies } from '../api-environment.ts';
import { defineEndpoint, type Endpoint } from '../endpoint.ts';
import { streamOf } from '../event-stream.ts';
import { requireSeesAll } from '../require-sees-all.ts';
import { bookExport, bookQuery } from '../schemas/books.ts';
import { createWaitLimit } from '../wait-limit.ts';
import { whileAllowed } from '../while-allowed.ts';

const types: Readonly<Record<BookFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  koinly: 'text/csv; charset=utf-8',
  beancount: 'text/plain; charset=utf-8',
  hledger: 'text/plain; charset=utf-8',
  receipts: 'text/html; charset=utf-8',
};

const fileNames: Readonly<Record<BookFormat, string>> = {
  csv: 'books.csv',
  koinly: 'koinly.csv',
  beancount: 'books.beancount',
  hledger: 'books.journal',
  receipts: 'receipts.html',
};

/** Of a page that a browser shows: it runs nothing, loads nothing, and is in no other page. */
const receiptPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox allow-modals";

/** Running exports of one key at the same time, in each process. */
const maxExports = 4;
/** How many requests an export counts as. */
const exportCost = 10;

/** What swaps have moved, for those who keep books. */
export function bookEndpoints({ journal }: Pick<ApiDependencies, 'journal'>): Endpoint[] {
  const running = createWaitLimit({
    max: maxExports,
    retryAfter: 5_000,
    what: `reads ${maxExports} exports`,
  });
  return [
    defineEndpoint({
      id: 'exportBooks',
      method: 'get',
      path: '/v1/treasury/books',
      group: 'information',
      scope: 'view',
      summary: 'Export the books of a period',
      description: `What ended swaps have moved, with fees, hashes and the prices that were stored at settlement, in the order of their ends. Of a closed period always the same bytes. A key with masks reads no books. Counts as ${exportCost} requests.`,
      query: bookQuery,
      cost: () => exportCost,
      answers: {
        200: {
          description: 'The books.',
          schema: bookExport,
          types: [...new Set(Object.values(types))],
        },
      },
      problems: ['BOOKS_INCOMPLETE', 'MASKED'],
      async handle({ query: { from, until, format }, key, requireCaller }) {
        requireSeesAll(key);
        const period = { from: Date.parse(from), until: Date.parse(until) };
        await requireBooked(journal, period);
        const isPage = format === 'receipts';
        return {
          status: 200,
          stream: streamOf({
            pieces: (signal) =>
              whileAllowed(readBooks(journal, period, format, signal), requireCaller),
            textOf: (text) => text,
            end: running.enter(key.id),
          }),
          streamAs: types[format],
          headers: {
            'content-disposition': `${isPage ? 'inline' : 'attachment'}; filename="${fileNames[format]}"`,
            ...(isPage ? { 'content-security-policy': receiptPolicy } : {}),
          },
        };
      },
    }),
  ];
}
