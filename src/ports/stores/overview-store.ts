import type { ChainName, Family, TokenAddress } from '../../core/swap/chains.ts';
import type { SwapState } from '../../core/swap/swap.ts';

/** What operators look at across swaps. Reads only. */
export interface OverviewStore {
  /** What was last read of each wallet's tokens, and what is promised of it. */
  balances(): Promise<BalanceOverview[]>;
  /** Swaps that wait or ended with a reason, grouped; the largest group first. */
  groupedErrors(filter: ErrorFilter): Promise<ErrorGroup[]>;
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
}

export interface ErrorFilter {
  /** Milliseconds since the epoch: only swaps that changed since. */
  since: number;
  /** 1 to 500 groups. */
  limit: number;
}

export interface ErrorGroup {
  /** Of the swap's newest order. Absent: it has none. */
  provider?: string;
  state: SwapState;
  code: string;
  count: number;
  /** Milliseconds since the epoch, of the swaps' last changes. */
  first: number;
  last: number;
  /** One of the swaps, the one that changed last. */
  example: string;
}
