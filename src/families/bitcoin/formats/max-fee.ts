/** Of what is spent, in basis points; and satoshis that may be lost to a fee in any case. */
const maxShareBps = 100n;
const alwaysAllowed = 50_000n;

/**
 * Satoshis that may go to the network at most where a transaction of Bitcoin spends so many: a
 * forgotten change is more.
 */
export function maxBitcoinFee(spent: bigint): bigint {
  const share = (spent * maxShareBps) / 10_000n;
  return share > alwaysAllowed ? share : alwaysAllowed;
}
