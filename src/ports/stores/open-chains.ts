import type { ChainName } from '../../core/swap/chains.ts';

export interface OpenChainsQuery {
  /** `slowest`: maximum milliseconds between two reads of an old deposit target. */
  chains: readonly { chain: ChainName; slowest: number }[];
  /** Milliseconds between two reads of a new deposit target where no person is to pay. */
  pace: number;
  /** Whether to include deposit targets. */
  deposits: boolean;
}

export interface OpenChain {
  chain: ChainName;
  /** `openAttempts` returns some. */
  attempts: boolean;
  /** `depositTargets` returns some. */
  deposits: boolean;
}
