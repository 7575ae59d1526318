import type { Family } from '../core/chains.ts';
import type { SimulatedChanges } from '../ports/chain-adapter.ts';

/** What a transaction does: what its bytes say, read from the bytes alone, and what playing them showed. */
export interface Effects extends Omit<SimulatedChanges, 'block'> {
  family: Family;
  /** EIP-155 chain id; absent where the bytes would be valid on any chain. */
  chainId: number | undefined;
  /** `legacy`, `eip1559`, or another that no rule allows. */
  type: string;
  nonce: bigint;
  /** Absent: the bytes create a contract. */
  target: string | undefined;
  /** First four bytes of the calldata, lower case; absent where it has fewer. */
  selector: string | undefined;
  /** Lower case. */
  data: string;
  /** Native base units sent along. */
  value: bigint;
  /** The most the network can charge for it, in native base units. */
  maximumFee: bigint;
  /** Members beyond a plain call that change what the bytes do, such as `accessList`. */
  extras: readonly string[];
}

export type DecodedEffects = { ok: true; effects: Effects } | { ok: false; fault: string };
