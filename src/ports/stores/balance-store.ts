import type { DriftFacts, DriftFinding } from '../../core/books/judge-drift.ts';
import type { ChainName, Family, TokenAddress } from '../../core/swap/chains.ts';
import type { WalletId } from '../../core/swap/ids.ts';
import type { NoticeDraft } from './feed-store.ts';

/** What wallets had at earlier times, and what of it no book explains. */
export interface BalanceStore {
  /** Every token that a wallet has had to do with, besides its chains' coins. */
  heldTokens(): Promise<HeldToken[]>;
  /** Wallets of which a swap is under way or not booked: nobody can tell what their balances contain. */
  busyAccounts(): Promise<ReadonlySet<WalletId>>;
  /**
   * When the wallet was read that was read longest ago, of those that were read since a time: others
   * may be on a chain that does not answer. Milliseconds since the epoch. Absent: there is none.
   */
  lastSampled(since: number): Promise<number | undefined>;
  recordBalances(samples: readonly BalanceSample[]): Promise<void>;
  /** Samples of a period, oldest first. */
  balanceHistory(query: SampleQuery): Promise<StoredSample[]>;
  /** Of each sample of this time that can be judged: the one before it, and what was booked since. */
  driftFacts(at: number): Promise<DriftFacts[]>;
  /** Stores differences, with a notice for each that is beyond its tolerance. */
  recordDrift(findings: readonly DriftFinding[]): Promise<void>;
  /** Differences of a period, oldest first. */
  driftHistory(query: HistoryQuery): Promise<DriftFinding[]>;
  /**
   * Stores whether an account is above one of its ceilings. A notice: it is, and the notice is raised
   * unless it was before. `false`: it is not.
   * @param account `subject`: what the ceiling is of, `usd` or chain and token
   */
  moveAboveCeiling(
    account: { wallet: string; family: Family; subject: string },
    notice: NoticeDraft | false,
  ): Promise<void>;
}

export interface HeldToken {
  wallet: string;
  family: Family;
  chain: ChainName;
  token: TokenAddress;
  /** Base units that open swaps have sent of it and that have not arrived. */
  inFlight: bigint;
}

export interface BalanceSample {
  wallet: string;
  family: Family;
  account: string;
  chain: ChainName;
  token: TokenAddress;
  symbol: string;
  decimals: number;
  /** Milliseconds since the epoch. */
  at: number;
  block: bigint;
  /** Base units, as `inFlight`. */
  settled: bigint;
  inFlight: bigint;
  /** 10^-18 US dollars for one whole token. Absent: there was no price. */
  usdE18?: bigint;
  /** The newest posting that is in `settled`. Absent: nobody can tell. */
  booked?: bigint;
}

export type StoredSample = Omit<BalanceSample, 'booked' | 'account'> & {
  /** Orders samples of one moment. */
  position: bigint;
};

export interface SampleQuery extends HistoryQuery {
  /**
   * Milliseconds. The newest sample of each account and token in each stretch of that length, counted
   * from the epoch. Absent: all samples.
   */
  every?: number;
}

export interface HistoryQuery {
  /** Milliseconds since the epoch: from the first moment up to, and without, the second. */
  from: number;
  until: number;
  limit: number;
  /** The position of the last one of the page before. */
  after?: bigint;
  wallet?: string;
}
