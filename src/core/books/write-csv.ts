import { csvLine } from '../text/csv-line.ts';
import { magnitude, sizeOf, usdPriceOf, worthOf } from './book-amount.ts';
import { type BookRow, bookRows } from './book-rows.ts';
import type { BookWriter } from './book-writer.ts';
import type { BookEntry, Posting } from './posting.ts';

type Column = readonly [
  title: string,
  value: (row: BookRow, entry: BookEntry) => string | undefined,
];

/** In this order for ever: a new column is added at the end. Amounts are exact decimal texts. */
const columns: readonly Column[] = [
  ['time', (_, { at }) => new Date(at).toISOString()],
  ['type', ({ type }) => type],
  ['swap', (_, { swapId }) => swapId],
  ['idempotencyKey', (_, { idempotencyKey }) => idempotencyKey],
  ['state', (_, { state }) => state],
  ['level', (_, { level }) => level],
  ['provider', (_, { provider }) => provider],
  ...side('sent', ({ sent }) => sent),
  ...side('received', ({ received }) => received),
];

function side(name: string, of: (row: BookRow) => Posting | undefined): Column[] {
  const column = (title: string, value: (posting: Posting) => string | undefined): Column => [
    `${name}${title}`,
    (row) => {
      const posting = of(row);
      return posting && value(posting);
    },
  ];
  return [
    column('Kind', ({ kind }) => kind),
    column('Wallet', ({ wallet }) => wallet),
    column('Account', ({ account }) => account),
    column('Chain', ({ chain }) => chain),
    column('Token', ({ token }) => token),
    column('Symbol', ({ symbol }) => symbol),
    column('Amount', (posting) => (posting.decimals === undefined ? undefined : sizeOf(posting))),
    column('AmountBaseUnits', ({ amount }) => magnitude(amount).toString()),
    column('UsdPrice', usdPriceOf),
    column('Usd', worthOf),
    column('PriceAt', ({ price }) => price && new Date(price.at).toISOString()),
    column('PriceSource', ({ price }) => price?.source),
    column('TxId', ({ txId }) => txId),
  ];
}

/** One line for each swap and each fee. */
export function csvWriter(): BookWriter {
  return {
    head: () => csvLine(columns.map(([title]) => title)),
    entry: (entry) =>
      bookRows(entry)
        .map((row) => csvLine(columns.map(([, value]) => value(row, entry) ?? '')))
        .join(''),
    foot: () => '',
  };
}
