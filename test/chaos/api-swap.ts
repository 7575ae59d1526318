import type { SwapState } from '../../src/core/swap/swap.ts';

/** What the API says of a swap, as far as a client and the audit read it. */
export interface ApiSwap {
  id: string;
  state: SwapState;
  fundsState: string;
  reason?: { code: string; message: string };
  /** The swap that this one was made to try again. */
  retryOf?: string;
  /** The swap whose place this one, an edited one, has taken. */
  replaces?: string;
  order?: { deposit?: { address: string; amountBaseUnits: string; payBy?: string } };
  legs: readonly ApiLeg[];
}

/** A transfer that was attributed to a swap. */
export interface ApiLeg {
  chain: string;
  txId: string;
  index: number;
  role: 'payout' | 'refund';
  amountBaseUnits: string;
}
