import { netOfTransfer, type Token } from '../chains/token.ts';
import type { PathItem } from './provider.ts';

/** The fee of the pool contract, in basis points of the input. */
const POOL_FEE_BPS = 30n;

/** One pool of a path, in the direction of the swap. Reserves are in base units. */
export interface Hop {
  readonly tokenOut: Token;
  readonly reserveIn: bigint;
  readonly reserveOut: bigint;
}

export interface PathOutcome {
  /** The amount that each hop receives; the last one is the receiver's. */
  readonly path: readonly PathItem[];
  readonly amountOut: bigint;
  /** The loss against the price before the swap, without fees, in millionths. */
  readonly priceImpactPpm: bigint;
}

/** A pool's output for an input, by the formula and the rounding of the pool contract. */
function amountOutOfPool(amountIn: bigint, reserveIn: bigint, reserveOut: bigint): bigint {
  const afterFee = amountIn * (10_000n - POOL_FEE_BPS);
  return (afterFee * reserveOut) / (reserveIn * 10_000n + afterFee);
}

/** Computes the output of a path to the base unit, as the contracts will. */
export function followPath(tokenIn: Token, amountIn: bigint, hops: readonly Hop[]): PathOutcome {
  const path: PathItem[] = [{ token: tokenIn, amount: amountIn }];
  let amount = netOfTransfer(tokenIn, amountIn);
  let [atSpotNumerator, atSpotDenominator] = [amount, 1n];
  for (const hop of hops) {
    amount = netOfTransfer(hop.tokenOut, amountOutOfPool(amount, hop.reserveIn, hop.reserveOut));
    path.push({ token: hop.tokenOut, amount });
    atSpotNumerator = netOfTransfer(
      hop.tokenOut,
      atSpotNumerator * hop.reserveOut * (10_000n - POOL_FEE_BPS),
    );
    atSpotDenominator *= hop.reserveIn * 10_000n;
  }
  const priceImpactPpm =
    atSpotNumerator === 0n
      ? 0n
      : 1_000_000n - (amount * atSpotDenominator * 1_000_000n) / atSpotNumerator;
  return { path, amountOut: amount, priceImpactPpm };
}
