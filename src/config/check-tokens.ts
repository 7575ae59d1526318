import { checkAddress } from '../core/registry/check-address.ts';
import type { Chain } from '../core/swap/chains.ts';
import { isObject } from './layers.ts';

type Report = (path: readonly string[], message: string, fix?: string) => void;

/** Reports symbols of a chain's list that could mean two tokens, and values that are no address. */
export function checkTokens(
  { name, nativeToken }: Pick<Chain, 'name' | 'nativeToken'>,
  { tokens, nativeToken: own }: Record<string, unknown>,
  report: Report,
): void {
  // The schema reports other types.
  if (!isObject(tokens)) return;
  const coin = isObject(own) && typeof own.symbol === 'string' ? own.symbol : nativeToken.symbol;
  const taken = new Set(['native', coin.toLowerCase()]);
  for (const [symbol, address] of Object.entries(tokens)) {
    const path = ['chains', name, 'tokens', symbol];
    if (taken.has(symbol.toLowerCase()))
      report(path, 'stands for another token already', 'Give each token another symbol.');
    taken.add(symbol.toLowerCase());
    const checked = checkAddress(name, typeof address === 'string' ? address : '');
    if (!checked.ok) report(path, checked.reason, 'Give the address that the issuer publishes.');
  }
}
