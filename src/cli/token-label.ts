import { chainRegistry, isNativeToken } from '../core/swap/chains.ts';
import type { SwapAnswer } from './swap-answer.ts';

type Asset = SwapAnswer['from'];

/**
 * How a person reads a token. A symbol alone stands for the chain's coin and for tokens that the
 * operator's configuration names. Any contract can carry any symbol, so other tokens show the ends
 * of their address too.
 */
export function tokenLabel(asset: Asset): string {
  return isNamed(asset) ? asset.symbol : `${asset.symbol} (${shortAddress(asset.token)})`;
}

/** Whether the symbol is trusted to mean this token. */
export function isNamed({ chain, token, listed, settlement }: Asset): boolean {
  const known = chainRegistry[chain];
  // On a chain that is not configured, only the coin can be bought.
  const isCoin = settlement !== undefined || (known !== undefined && isNativeToken(known, token));
  return isCoin || listed === true;
}

/** The ends of an address: enough to tell two apart, never to pay to. */
function shortAddress(address: string): string {
  return address.length <= 13 ? address : `${address.slice(0, 6)}…${address.slice(-4)}`;
}
