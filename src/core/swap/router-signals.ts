import type { ChainName } from './chains.ts';

/**
 * What the routing service says about an order beside its terms. Texts are as it wrote them, cut to
 * a bounded length: the guard reads them.
 */
export interface RouterSignals {
  /** The code of each warning, once; `without a code` for one that has none. */
  warnings: readonly string[];
  /** Percent. Absent: not reported. */
  priceImpact?: string;
  /** The fee that is taken from the amount, in percent. Absent: not reported. */
  percentFee?: string;
  /** The largest slippage that the answer states, rounded up. Absent: not reported. */
  slippageBps?: string;
  /** Marks that a route has which Ferryman never asks for, such as `private`. */
  flags: readonly string[];
  /** Where the route begins and ends. Absent: the answer shows no route. */
  path?: { first: PathToken; last: PathToken };
}

export interface PathToken {
  /** Absent: not reported. */
  chain?: ChainName;
  token: string;
  decimals: string;
}
