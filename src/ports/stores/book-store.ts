import type { BookPeriod } from '../../core/books/book-writer.ts';
import type { BookFacts } from '../../core/books/make-postings.ts';
import type { BookEntry, BookedToken, BookPrice, Posting } from '../../core/books/posting.ts';
import type { ChainName } from '../../core/swap/chains.ts';
import type { SwapId } from '../../core/swap/ids.ts';
import type { Job } from '../../core/swap/job.ts';

/** The books: what swaps that have ended moved. Only written to, never changed. */
export interface BookStore {
  /**
   * Swaps of which something is not booked and all that was signed is proven, the oldest end first;
   * those tried lately come last.
   * @param before only those whose end is older, in milliseconds since the epoch
   */
  unbooked(before: number, limit: number): Promise<UnbookedSwap[]>;
  /** What of a swap is not booked yet. */
  bookFacts(swapId: SwapId): Promise<SwapToBook>;
  /** The coins of an account that are booked of one transaction, of whatever swaps: postings and sum. */
  bookedCoins(of: {
    chain: ChainName;
    txId: string;
    account: string;
    token: string;
  }): Promise<{ count: number; amount: bigint }>;
  /**
   * Books what is new of a swap; without postings only that there was nothing. Does nothing if
   * another process has booked the swap since it was read. Returns whether it wrote an entry.
   */
  recordEntry(entry: EntryDraft): Promise<boolean>;
  /** A swap could not be booked now. */
  postponeBooking(swapId: SwapId): Promise<void>;
  /** Entries of a period, in the order of time and swap. */
  bookEntries(query: BookQuery): Promise<BookEntry[]>;
  /** How many swaps that ended before a time are not booked. Milliseconds since the epoch. */
  countUnbooked(before: number): Promise<number>;
  /** The position of the newest posting. */
  bookedUntil(): Promise<bigint>;
}

export interface UnbookedSwap {
  swapId: SwapId;
  /** Of the newest event after the end. */
  endSeq: number;
  /** Milliseconds since the epoch. */
  endAt: number;
  /** The event that was booked last. Null: none. */
  bookedSeq: number | null;
}

export interface SwapToBook extends BookFacts {
  job: Job;
  /** Transactions in which the swap may have moved coins of wallets. */
  touched: readonly TouchingTransaction[];
}

interface TouchingTransaction {
  chain: ChainName;
  txId: string;
  account: string;
  /** A block before it. */
  from?: bigint;
  /** Whether a later proof found that it is not on the chain. */
  isGone: boolean;
  /**
   * Another party sent it to the account. On some chains tokens arrive without a change of the
   * account's coins.
   */
  isReceived: boolean;
}

export interface EntryDraft extends UnbookedSwap {
  postings: readonly Posting[];
}

export interface BookQuery extends BookPeriod {
  limit: number;
  /** The last entry of the page before. */
  after?: Pick<BookEntry, 'at' | 'swapId' | 'entry'>;
}

/** What a token is worth now. */
export type PriceToken = (token: BookedToken) => Promise<BookPrice | undefined>;
