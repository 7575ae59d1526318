/** Satoshis per 1,000 virtual bytes. No transaction needs a higher rate. */
export const maxFeeRate = 200_000n;

/** The maximum share of the spent amount, in basis points, and satoshis that are always allowed. */
const maxShareBps = 100n;
const alwaysAllowed = 50_000n;

/**
 * The maximum fee in satoshis for a transaction that spends so many. Protects against a forgotten
 * change output, which would exceed it.
 */
export function maxBitcoinFee(spent: bigint): bigint {
  const share = (spent * maxShareBps) / 10_000n;
  return share > alwaysAllowed ? share : alwaysAllowed;
}
