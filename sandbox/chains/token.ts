import { zeroAddress } from 'viem';
import type { PlaceName } from '../endpoints.ts';
import type { ChainAddress } from '../notation.ts';
import type { TokenDefinition } from './chain-catalogue.ts';

/** A token, or the native coin under the zero address, where it lives. */
export interface Token extends TokenDefinition {
  readonly chain: PlaceName;
  readonly address: ChainAddress;
}

/** What the fee token burns of each transfer. */
const TRANSFER_FEE_BPS = 100n;

export function isNative(token: Token): boolean {
  return token.address === zeroAddress;
}

/** What arrives, in base units, when so much is sent. */
export function netOfTransfer(token: Token, sent: bigint): bigint {
  return token.behaviour === 'fee-on-transfer' ? sent - (sent * TRANSFER_FEE_BPS) / 10_000n : sent;
}

/**
 * What has to be sent, in base units, so that exactly so much arrives: the inverse of
 * `netOfTransfer`.
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

/** Converts an amount by the fixed prices, less so many basis points, rounded down. */
export function convertByPrice(from: Token, amount: bigint, to: Token, lessBps: bigint): bigint {
  const numerator = amount * from.usdMicros * 10n ** BigInt(to.decimals) * (10_000n - lessBps);
  return numerator / (to.usdMicros * 10n ** BigInt(from.decimals) * 10_000n);
}
