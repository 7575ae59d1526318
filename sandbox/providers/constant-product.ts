import { netOfTransfer, type Token } from '../chains/token.ts';
import type { PathItem } from './provider.ts';

/** Of the input, in basis points; the constant of the pool contract. */
const POOL_FEE_BPS = 30n;

/** One pool on the way, seen in the direction of the swap; reserves in base units. */
export interface Hop {
  readonly tokenOut: Token;
  readonly reserveIn: bigint;
  readonly reserveOut: bigint;
}

export interface PathOutcome {
  /** What each station receives, the last being the receiver. */
  readonly path: readonly PathItem[];
  readonly amountOut: bigint;
  /** How much less comes out than at the price before the swap, fees apart, in millionths. */
  readonly priceImpactPpm: bigint;
}

/** What a pool pays for an input: the pool contract's own formula, with its rounding. */
function amountOutOfPool(amountIn: bigint, reserveIn: bigint, reserveOut: bigint): bigint {
  const afterFee = amountIn * (10_000n - POOL_FEE_BPS);
  return (afterFee * reserveOut) / (reserveIn * 10_000n + afterFee);
}

/** Follows an amount along pools as the contracts will do it, to the base unit. */
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
