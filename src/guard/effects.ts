import type { SimulatedChanges } from '../ports/chain-adapter.ts';

/** What a transaction of any family does: what its bytes say, read from the bytes alone, and what playing them showed. */
interface CommonEffects extends Omit<SimulatedChanges, 'block'> {
  /** Native base units sent along. */
  value: bigint;
  /** The most the network can charge for it, in native base units. */
  maximumFee: bigint;
}

export interface EvmEffects extends CommonEffects {
  family: 'evm';
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
  /** Members beyond a plain call that change what the bytes do, such as `accessList`. */
  extras: readonly string[];
}

/** One member per chain family that can be decoded. */
export type Effects = EvmEffects;

export type EffectsOf<Name extends Effects['family']> = Extract<Effects, { family: Name }>;

export type DecodedEffects = { ok: true; effects: Effects } | { ok: false; fault: string };
