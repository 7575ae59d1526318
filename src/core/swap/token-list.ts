import type { Chain, TokenAddress } from './chains.ts';
import { sameAccount } from './same-account.ts';

/**
 * Symbols that a job may write instead of an address: the chain's coin, and the tokens of the
 * operator's list (`chains.<CHAIN>.tokens`). Never what a contract calls itself: any contract can
 * carry any symbol (docs/decisions/118-symbols-from-the-operator.md).
 */
type Listing = Pick<Chain, 'family' | 'nativeToken' | 'tokens'>;

/** The token that a symbol stands for, in any case; `undefined` if it stands for none. */
export function tokenListedAs(
  { nativeToken, tokens = {} }: Pick<Listing, 'nativeToken' | 'tokens'>,
  symbol: string,
): TokenAddress | undefined {
  const isMeant = (name: string): boolean => name.toLowerCase() === symbol.toLowerCase();
  if (isMeant(nativeToken.symbol)) return nativeToken.address;
  return Object.entries(tokens).find(([name]) => isMeant(name))?.[1];
}

/** The symbol under which the operator lists a token; `undefined` if the list does not have it. */
export function listedSymbol(
  { family, tokens = {} }: Pick<Listing, 'family' | 'tokens'>,
  token: TokenAddress,
): string | undefined {
  return Object.entries(tokens).find(([, address]) => sameAccount(family, address, token))?.[0];
}

/** Every symbol that a job may write on a chain, the coin's first. */
export function listedSymbols({
  nativeToken,
  tokens = {},
}: Pick<Listing, 'nativeToken' | 'tokens'>): string[] {
  return [nativeToken.symbol, ...Object.keys(tokens)];
}
