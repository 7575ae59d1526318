import type { ChainName, TokenAddress } from '../../core/swap/chains.ts';
import type { AttemptId, SwapId, WalletId } from '../../core/swap/ids.ts';
import type { ObservedPayout } from '../../core/swap/swap.ts';
import type { ChainObservation, ObservedAttempt } from '../chain-observation.ts';
import type { OpenChain, OpenChainsQuery } from './open-chains.ts';
import type { Versioned } from './versioned.ts';

/** What the chains show of attempts and allowances. */
export interface ObservationStore {
  /**
   * True if `holder` is now the only one that observes a chain, sends webhooks or archives, for `ttl`
   * milliseconds of database time.
   * @param what a chain's name, `webhooks` or `archive-payloads`
   */
  electObserver(what: string, holder: string, ttl: number): Promise<boolean>;
  /** Which of the chains have something to observe, in one statement. */
  openChains(query: OpenChainsQuery): Promise<OpenChain[]>;
  /**
   * Attempts under signed leases of the chain, and under proven leases whose proof has to be
   * compared with the chain again.
   */
  openAttempts(chain: ChainName): Promise<OpenAttempts>;
  /**
   * Stores a chain observation: heads, inclusion (cleared first, so that a reorg removes it),
   * used-up leases. Drops it if another observation was recorded since it began. Returns the swaps
   * that changed or whose attempts reached `progressDepth`; they are due now.
   */
  recordObservation(request: ObservationRecord): Promise<{ swapId: SwapId; version: number }[]>;
  /**
   * Stores an allowance read from the chain, and ends the approve in flight if that block includes
   * its attempt. Returns the swaps that wait for this allowance; they are due now.
   */
  recordAllowance(request: AllowanceRecord): Promise<{ swapId: SwapId; version: number }[]>;
  /**
   * Stores the observed payout of an included attempt. Throws `JOURNAL_STALE` if the attempt is in
   * another block by now, or in none.
   */
  recordObservedPayout(
    request: Versioned & { attemptId: AttemptId; sighting: ObservedPayout },
  ): Promise<void>;
}

/** The part of it that the way to an order needs. */
export type AllowanceStore = Pick<ObservationStore, 'recordAllowance'>;

export interface OpenAttempts {
  attempts: (ObservedAttempt & { account: string })[];
  /** Number of observations of the chain recorded so far. 0 without attempts. */
  since: bigint;
}

export interface ObservationRecord {
  chain: ChainName;
  /** From `openAttempts`, read before the observation began. */
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
