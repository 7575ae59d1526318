import type { Query } from 'ferryman-client';
import { keysOf } from '../../../parts/keys-of.ts';

export type BookFormat = NonNullable<Query<'exportBooks'>['format']>;

interface FormatFacts {
  title: string;
  file: string;
  holds: string;
}

export const formats: Readonly<Record<BookFormat, FormatFacts>> = {
  csv: {
    title: 'CSV',
    file: 'books.csv',
    holds:
      'A row for each swap and each fee: amounts in decimals and base units, prices at settlement, hashes.',
  },
  koinly: {
    title: 'CSV in Koinly’s columns',
    file: 'koinly.csv',
    holds:
      'The same in the columns of Koinly’s universal file. Fees of other transactions are costs; what another receiver got is a withdrawal after the trade.',
  },
  beancount: {
    title: 'Beancount',
    file: 'books.beancount',
    holds:
      'Double-entry books that bean-check accepts. The postings of an account add up to the change of its balance, to the base unit.',
  },
  hledger: {
    title: 'hledger journal',
    file: 'books.journal',
    holds:
      'Double-entry books that hledger check accepts. The postings of an account add up to the change of its balance, to the base unit.',
  },
  receipts: {
    title: 'Receipts to print',
    file: 'receipts.html',
    holds: 'A page for each entry: what was swapped, fees, accounts, hashes and prices. No script.',
  },
};

export const formatNames = keysOf(formats);
