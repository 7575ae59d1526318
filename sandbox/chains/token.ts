import { zeroAddress } from 'viem';
import type { PlaceName } from '../endpoints.ts';
import type { ChainAddress } from '../notation.ts';
import type { TokenDefinition } from './chain-catalogue.ts';

/** A token on its chain. The native coin has the zero address. */
export interface Token extends TokenDefinition {
  readonly chain: PlaceName;
  readonly address: ChainAddress;
}

/** The part of each transfer that the fee token burns. */
const TRANSFER_FEE_BPS = 100n;

export function isNative(token: Token): boolean {
  return token.address === zeroAddress;
}

/** The amount that arrives if `sent` is sent, in base units. */
export function netOfTransfer(token: Token, sent: bigint): bigint {
  return token.behaviour === 'fee-on-transfer' ? sent - (sent * TRANSFER_FEE_BPS) / 10_000n : sent;
}

/**
 * The amount to send so that exactly `net` arrives, in base units: the inverse of `netOfTransfer`.
 */
export function grossForNet(token: Token, net: bigint): bigint {
  return token.behaviour === 'fee-on-transfer'
    ? (net * 10_000n) / (10_000n - TRANSFER_FEE_BPS)
    : net;
}

/** Value of an amount in millionths of a US dollar, rounded down. */
export function usdMicrosOf(token: Token, amount: bigint): bigint {
  return (amount * token.usdMicros) / 10n ** BigInt(token.decimals);
}

/** Converts an amount at the fixed prices, less a fee in basis points, rounded down. */
export function convertByPrice(from: Token, amount: bigint, to: Token, lessBps: bigint): bigint {
  const numerator = amount * from.usdMicros * 10n ** BigInt(to.decimals) * (10_000n - lessBps);
  return numerator / (to.usdMicros * 10n ** BigInt(from.decimals) * 10_000n);
}
