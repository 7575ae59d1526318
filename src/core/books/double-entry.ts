import { accountOf, type BookAccount, counterAccountOf } from './book-account.ts';
import { signedSizeOf, sizeOf, usdPriceOf } from './book-amount.ts';
import { commodityOf } from './commodity.ts';
import type { BookEntry, Posting } from './posting.ts';

/** A line of a double-entry transaction. */
interface BookLine {
  account: BookAccount;
  /** Decimal, with its sign. */
  amount: string;
  commodity: string;
  /** Of the line that changes an account; its other side has none. */
  posting?: Posting;
}

/** A posting, and its other side. */
export function bookLines({ postings }: BookEntry): BookLine[] {
  return postings.flatMap((posting) => {
    const commodity = commodityOf(posting);
    const { amount, decimals } = posting;
    const other = signedSizeOf({
      amount: -amount,
      ...(decimals === undefined ? {} : { decimals }),
    });
    return [
      { account: accountOf(posting), amount: signedSizeOf(posting), commodity, posting },
      { account: counterAccountOf(posting), amount: other, commodity },
    ];
  });
}

interface DayPrice {
  commodity: string;
  usd: string;
}

/** What has to be said of an entry that no earlier one has said. */
interface Declarations {
  accounts: BookAccount[];
  commodities: Posting[];
  /** The first price of each token on each day. */
  prices: DayPrice[];
}

/** Remembers what was declared, for one export. */
export function createDeclared(): (entry: BookEntry) => Declarations {
  const declared = new Set<string>();
  const isNew = (name: string): boolean => {
    if (declared.has(name)) return false;
    declared.add(name);
    return true;
  };
  return (entry) => {
    const { postings } = entry;
    const lines = bookLines(entry);
    return {
      accounts: lines
        .filter(({ account }) => isNew(`account ${account.join(':')}`))
        .map(({ account }) => account),
      commodities: postings.filter((posting) => isNew(`commodity ${commodityOf(posting)}`)),
      prices: postings.flatMap((posting) => {
        const usd = usdPriceOf(posting);
        const commodity = commodityOf(posting);
        return usd !== undefined && isNew(`price ${dayOf(entry)} ${commodity}`)
          ? [{ commodity, usd }]
          : [];
      }),
    };
  };
}

/** In UTC. */
export function dayOf({ at }: Pick<BookEntry, 'at'>): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** What happened, in a few words. What an entry takes back of an earlier one did not happen. */
export function describeEntry({ postings, state }: BookEntry): string {
  const of = (wanted: Posting['kind'], sign: 1n | -1n): string | undefined => {
    const found = postings.find(({ kind, amount }) => kind === wanted && amount * sign > 0n);
    return found && `${sizeOf(found)} ${commodityOf(found)}`;
  };
  const [sold, brought, back] = [of('payment', -1n), of('payout', 1n), of('refund', 1n)];
  if (sold && brought) return `swap ${sold} for ${brought}`;
  if (back) return `${back} came back`;
  if (sold) return `swap ${sold}, ${state}`;
  const unpaid = of('payment', 1n);
  return unpaid ? `swap ${unpaid} taken back, ${state}` : `swap, ${state}`;
}
