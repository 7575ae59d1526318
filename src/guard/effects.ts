import type { Family } from '../core/swap/chains.ts';
import type { SimulatedChanges } from '../ports/chain-adapter.ts';

/**
 * What a transaction of any family does: what its bytes say, read from the bytes alone, and what
 * playing them showed.
 */
export interface Effects
  extends Pick<
    SimulatedChanges,
    'balanceChanges' | 'allowanceChanges' | 'authorityChanges' | 'inspected'
  > {
  family: Family;
  /** Native base units sent along. */
  value: bigint;
  /** The most the network can charge for it, in native base units. */
  maximumFee: bigint;
}

/** What a call of one contract does: the whole transaction on EVM and on TRON. */
export interface CallEffects extends Effects {
  /** Absent: the bytes create a contract, or are no call at all. */
  target: string | undefined;
  /** First four bytes of the calldata, lower case; absent where it has fewer. */
  selector: string | undefined;
  /** Lower case. */
  data: string;
  /** Members beyond a plain call that change what the bytes do, such as `accessList`. */
  extras: readonly string[];
}

export type DecodedEffects<Seen extends Effects = Effects> =
  | { ok: true; effects: Seen }
  | { ok: false; fault: string };
