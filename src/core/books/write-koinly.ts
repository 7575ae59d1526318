import { csvLine } from '../text/csv-line.ts';
import { sizeOf, worthOf } from './book-amount.ts';
import { type BookRow, bookRows } from './book-rows.ts';
import type { BookWriter } from './book-writer.ts';
import { commodityOf } from './commodity.ts';
import type { BookEntry, Posting } from './posting.ts';

/** Koinly's universal format (support.koinly.io, "How to create a custom CSV file"). */
const titles = [
  'Date',
  'Sent Amount',
  'Sent Currency',
  'Received Amount',
  'Received Currency',
  'Fee Amount',
  'Fee Currency',
  'Net Worth Amount',
  'Net Worth Currency',
  'Label',
  'Description',
  'TxHash',
];

interface Line {
  sent?: Posting | undefined;
  received?: Posting | undefined;
  fee?: Posting | undefined;
  label?: string;
  description: string;
}

/**
 * A trade has the fee of its own transaction in its line; other fees are costs. What a receiver got
 * that is none of Ferryman's wallets is a trade and then a withdrawal; what a person paid in for a
 * swap is a deposit before it.
 */
export function koinlyWriter(): BookWriter {
  return {
    head: () => csvLine(titles),
    entry: (entry) =>
      linesOf(entry)
        .map((line) => csvLine(cellsOf(entry, line)))
        .join(''),
    foot: () => '',
  };
}

function linesOf(entry: BookEntry): Line[] {
  const rows = bookRows(entry);
  const traded = rows.find(({ sent, received }) => sent && received);
  // A fee that a later proof gives back is none of the trade.
  const fee = entry.postings.find(
    ({ kind, txId, amount }) =>
      kind === 'network-fee' && amount < 0n && txId === traded?.sent?.txId,
  );
  return rows
    .filter(({ sent }) => fee === undefined || sent !== fee)
    .flatMap((row) => (row === traded ? around(row, fee) : alone(row)));
}

function around({ type, sent, received }: BookRow, fee: Posting | undefined): Line[] {
  const isOurs = (posting: Posting | undefined): boolean => posting?.wallet !== undefined;
  return [
    ...(isOurs(sent) ? [] : [{ received: sent, description: 'paid in for a swap' }]),
    { sent, received, fee, description: type },
    ...(isOurs(received) ? [] : [{ sent: received, description: 'paid out to a receiver' }]),
  ];
}

function alone({ type, sent, received }: BookRow): Line[] {
  const posting = sent ?? received;
  if (posting?.wallet === undefined) return [];
  const label = type === 'fee' && sent ? { label: 'cost' } : {};
  return [{ sent, received, ...label, description: posting.kind }];
}

function cellsOf(
  entry: BookEntry,
  { sent, received, fee, label = '', description }: Line,
): string[] {
  const valued = sent ?? received;
  const usd = valued && worthOf(valued);
  return [
    `${new Date(entry.at).toISOString().slice(0, 19).replace('T', ' ')} UTC`,
    ...[sent, received, fee].flatMap((posting) =>
      posting ? [sizeOf(posting), currencyOf(posting)] : ['', ''],
    ),
    ...(usd === undefined ? ['', ''] : [usd, 'USD']),
    label,
    `${description}: swap ${entry.swapId}`,
    (valued ?? fee)?.txId ?? '',
  ];
}

/** A symbol that Koinly knows, only if the operator's list vouches for it. */
function currencyOf(posting: Posting): string {
  return posting.listed && posting.symbol !== undefined ? posting.symbol : commodityOf(posting);
}
