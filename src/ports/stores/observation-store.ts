import type { ChainName, TokenAddress } from '../../core/swap/chains.ts';
import type { AttemptId, SwapId, WalletId } from '../../core/swap/ids.ts';
import type { ObservedPayout } from '../../core/swap/swap.ts';
import type { ChainObservation, ObservedAttempt } from '../chain-observation.ts';
import type { OpenChain, OpenChainsQuery } from './open-chains.ts';
import type { Versioned } from './versioned.ts';

/** What the chains show of attempts and allowances. */
export interface ObservationStore {
  /**
   * True if `holder` is now the one observer of the chain, for `ttl` milliseconds of database time.
   */
  electObserver(chain: ChainName, holder: string, ttl: number): Promise<boolean>;
  /**
   * Which of the chains have something to look at, in one statement. Those that have nothing are
   * left out.
   */
  openChains(query: OpenChainsQuery): Promise<OpenChain[]>;
  /**
   * Attempts under signed leases of the chain, and under proven ones whose proof is to be compared
   * with the chain again.
   */
  openAttempts(chain: ChainName): Promise<OpenAttempts>;
  /**
   * Stores what a chain shows: heads, inclusion (cleared before it is set, so that a reorg takes it
   * back), used-up leases. What was begun before another observation was recorded is dropped.
   * Returns the swaps that changed or whose attempts reached `progressDepth`; their timers are due
   * now.
   */
  recordObservation(request: ObservationRecord): Promise<{ swapId: SwapId; version: number }[]>;
  /**
   * Stores an allowance read from the chain; ends the approve in flight if its attempt is included
   * by that block. Returns the swaps that wait for this allowance; their timers are due now.
   */
  recordAllowance(request: AllowanceRecord): Promise<{ swapId: SwapId; version: number }[]>;
  /**
   * Keeps what an included attempt was seen to bring. Throws `JOURNAL_STALE` where it is in another
   * block by now, or in none.
   */
  recordObservedPayout(
    request: Versioned & { attemptId: AttemptId; sighting: ObservedPayout },
  ): Promise<void>;
}

export interface OpenAttempts {
  attempts: (ObservedAttempt & { account: string })[];
  /**
   * Observations of the chain that were recorded before; what is seen from here on comes after
   * them. 0 without attempts.
   */
  since: bigint;
}

export interface ObservationRecord {
  chain: ChainName;
  /** As `openAttempts` gave it when the observation began. */
  since: bigint;
  progressDepth: number;
  observation: ChainObservation;
}

export interface AllowanceRecord {
  chain: ChainName;
  walletId: WalletId;
  token: TokenAddress;
  spender: string;
  value: bigint;
  block: bigint;
}
