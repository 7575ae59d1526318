/**
 * Satoshis per 1,000 virtual bytes (sat/kvB), as in Bitcoin Core (feerate.h). Rates in sat/vB have
 * decimals, and amounts here are integers.
 */
export type FeeRate = bigint;

/** What a server says of the market. */
export interface KnownRate {
  /** Absent: it has no estimate, as Bitcoin Core for some hours after its first start. */
  estimate?: FeeRate;
  /** Below it the server relays nothing. Absent: it does not say. */
  least?: FeeRate;
}

/**
 * The minimum that a replacement pays on top of what it replaces (BIP-125, rule 4): one satoshi per
 * virtual byte, which all nodes accept (Bitcoin Core, policy.h, `DEFAULT_INCREMENTAL_RELAY_FEE`;
 * since version 30 a tenth of it).
 */
export const incrementalRelayFee: FeeRate = 1_000n;

/** The fee in satoshis, rounded up. */
export function feeAt(rate: FeeRate, virtualSize: bigint): bigint {
  return (rate * virtualSize + 999n) / 1_000n;
}
