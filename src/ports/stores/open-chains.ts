import type { ChainName } from '../../core/swap/chains.ts';

export interface OpenChainsQuery {
  /** With the milliseconds between two looks at an old deposit address, at most. */
  chains: readonly { chain: ChainName; slowest: number }[];
  /** Milliseconds between two looks at a new deposit address where nobody is to pay by hand. */
  pace: number;
  /** Whether deposit addresses are asked about. */
  deposits: boolean;
}

export interface OpenChain {
  chain: ChainName;
  /** `openAttempts` gives some. */
  attempts: boolean;
  /** `depositTargets` gives some. */
  deposits: boolean;
}
