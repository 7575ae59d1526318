import type { ChainName, Family, TokenAddress } from '../../core/swap/chains.ts';
import type { WalletId } from '../../core/swap/ids.ts';
import type { AllowanceView, ChainHead, SwapState } from '../../core/swap/swap.ts';

/** What operators look at across swaps. Reads only. */
export interface OverviewStore {
  /** What was last read of each wallet's tokens, and what is promised of it. */
  balances(page?: OverviewPage): Promise<BalanceOverview[]>;
  /** Swaps that wait or ended with a reason, grouped; the largest group first. */
  groupedErrors(filter: ErrorFilter): Promise<ErrorGroup[]>;
  /** What wallets have allowed spenders, and what swaps still need of it. */
  allowances(filter?: AllowanceFilter, page?: OverviewPage): Promise<AllowanceOverview[]>;
  /** What the last observation of each chain with open transactions showed. */
  chainHeads(): Promise<ObservedHead[]>;
  /** What became of the newest swaps. Reads at most `limit` of them, so its cost is bounded. */
  activity(filter: ActivityFilter): Promise<Activity>;
  /** The newest swaps by the provider of their newest order and their state. */
  providerOutcomes(filter: OutcomeFilter): Promise<ProviderOutcomes>;
}

/** In the order of wallet, family, chain and token, and of the spender. Absent members: all. */
export interface OverviewPage {
  limit?: number;
  /** These texts of the last entry of the page before. */
  after?: readonly string[];
}

export interface ActivityFilter {
  /** Milliseconds since the epoch: only swaps that were submitted since. */
  since: number;
  /** Length of a period, in milliseconds. */
  period: number;
  /** The most swaps that are read. */
  limit: number;
}

export interface Activity {
  /** Swaps by the period of their submission and their state now, the oldest first. */
  periods: readonly { from: number; state: SwapState; count: number }[];
  /** From submission to the last change of those that settled. Absent: none did. */
  settleTime?: { count: number; p50: number; p95: number };
  /** Later than `since` if there were more than `limit` swaps. Milliseconds since the epoch. */
  coversFrom: number;
}

/** Absent members: any. */
export interface AllowanceFilter {
  walletId?: WalletId;
  chain?: ChainName;
  token?: TokenAddress;
  spender?: string;
}

export interface AllowanceOverview extends AllowanceView {
  wallet: string;
  family: Family;
  chain: ChainName;
  /** Base units that payments need which have no lease yet. */
  openNeeds: bigint;
}

export interface ObservedHead extends ChainHead {
  chain: ChainName;
  /** Milliseconds since the epoch. */
  at: number;
}

export interface OutcomeFilter {
  /** Milliseconds since the epoch: only swaps that were submitted since. */
  since: number;
  /** The most swaps that are read. */
  limit: number;
}

export interface ProviderOutcomes {
  outcomes: readonly ProviderOutcome[];
  /** Later than `since` if there were more than `limit` swaps. Milliseconds since the epoch. */
  coversFrom: number;
}

interface ProviderOutcome {
  provider: string;
  state: SwapState;
  count: number;
}

export interface BalanceOverview {
  wallet: string;
  family: Family;
  chain: ChainName;
  token: TokenAddress;
  /** Base units, at `block`. */
  balance: bigint;
  block: bigint;
  /** Base units that signed and leased transactions may still take from it. */
  reserved: bigint;
  /** Base units that open swaps have sent, or may have sent, and that have not arrived. */
  inFlight: bigint;
}

export interface ErrorFilter {
  /** Milliseconds since the epoch: only swaps that changed since. */
  since: number;
  /** Milliseconds: only swaps that were submitted at most so long before. */
  longest: number;
  /** Of each code the newest swaps, so many of them. */
  perCode: number;
  /** 1 to 500 groups. */
  limit: number;
}

export interface ErrorGroup {
  /** Of the swap's newest order. Absent: it has none. */
  provider?: string;
  state: SwapState;
  code: string;
  count: number;
  /** There may be more of this code than were read. */
  isAtLeast?: true;
  /** Milliseconds since the epoch, of the swaps' last changes. */
  first: number;
  last: number;
  /** One of the swaps, the one that changed last. */
  example: string;
}
