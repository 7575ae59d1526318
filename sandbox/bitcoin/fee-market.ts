/** In satoshis per 1,000 virtual bytes. */
const USUAL_RATE = 1_500;
/** The router's maximum bid, however full blocks are. */
const MOST_RATE = 100_000;

/**
 * The router's bid for a deposit and its gas price, in satoshis per 1,000 virtual bytes: 1.5 times
 * the minimum of the next block.
 * @param leastFeeRate in satoshis per virtual byte
 */
export function marketFeeRate(leastFeeRate: number): bigint {
  return BigInt(Math.min(MOST_RATE, Math.ceil(Math.max(1, leastFeeRate) * USUAL_RATE)));
}
