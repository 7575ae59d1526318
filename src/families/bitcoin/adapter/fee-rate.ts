/**
 * Satoshis for a thousand virtual bytes, as Bitcoin Core reckons (feerate.h, sat/kvB): estimates in
 * satoshis for one have decimals, and money here has none.
 */
export type FeeRate = bigint;

/**
 * What a transaction pays at least beyond what it replaces, for being passed on (BIP-125, rule 4):
 * a satoshi for a virtual byte, which all nodes are content with (Bitcoin Core, policy.h,
 * `DEFAULT_INCREMENTAL_RELAY_FEE`; since version 30 a tenth of it).
 */
export const incrementalRelayFee: FeeRate = 1_000n;

/** Satoshis, rounded up. */
export function feeAt(rate: FeeRate, virtualSize: bigint): bigint {
  return (rate * virtualSize + 999n) / 1_000n;
}
