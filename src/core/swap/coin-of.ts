import type { Chain } from './chains.ts';
import type { Asset } from './job.ts';

/** The chain's coin, as a token of it. */
export function coinOf({
  family,
  name,
  nativeToken: { address, symbol },
}: Pick<Chain, 'family' | 'name' | 'nativeToken'>): Pick<
  Asset,
  'family' | 'chain' | 'token' | 'symbol'
> {
  return { family, chain: name, token: address, symbol };
}
