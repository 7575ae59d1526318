import type { Family } from '../core/swap/chains.ts';
import type { SimulatedChanges } from '../ports/chain-adapter.ts';

/** What a transaction of any family does: read from its bytes alone, and from its simulation. */
export interface Effects
  extends Pick<
    SimulatedChanges,
    'balanceChanges' | 'allowanceChanges' | 'authorityChanges' | 'inspected'
  > {
  family: Family;
  /** Native base units that it sends. */
  value: bigint;
  /** The most the network can charge for it, in native base units. */
  maximumFee: bigint;
}

/** The effects of a call of one contract: the whole transaction on EVM and TRON. */
export interface CallEffects extends Effects {
  /** Absent: the bytes create a contract, or are no call. */
  target: string | undefined;
  /** First four bytes of the calldata, lower case. Absent if there are fewer. */
  selector: string | undefined;
  /** Lower case. */
  data: string;
  /** Members beyond a plain call that change its effect, such as `accessList`. */
  extras: readonly string[];
}

/** `rule`: of a fault that one of the family's rules is about. */
export type DecodedEffects<Seen extends Effects = Effects> =
  | { ok: true; effects: Seen }
  | { ok: false; fault: string; rule?: string };
