/** In satoshis for each 1,000 virtual bytes. */
const USUAL_RATE = 1_500;
/** What no router bids more than, however full blocks are. */
const MOST_RATE = 100_000;

/**
 * What the router bids for a deposit, and says that gas costs, in satoshis for each 1,000 virtual
 * bytes: half as much again as what nothing gets in below.
 * @param leastFeeRate in satoshis for each virtual byte
 */
export function marketFeeRate(leastFeeRate: number): bigint {
  return BigInt(Math.min(MOST_RATE, Math.ceil(Math.max(1, leastFeeRate) * USUAL_RATE)));
}
