import { knownChains } from '../registry/known-chains.ts';
import { type ChainName, type Family, formatsOf, type TokenAddress } from './chains.ts';
import { sameAccount } from './same-account.ts';

/**
 * Whether a token is the coin of its chain, in one of the forms of the registry or of its family.
 * The chain need not be configured.
 */
export function isNativeAsset(
  family: Family | 'other',
  chain: ChainName,
  token: TokenAddress,
): boolean {
  const forms = Object.hasOwn(knownChains, chain) ? knownChains[chain]?.nativeToken.forms : [];
  return (
    forms?.includes(token) === true ||
    (family !== 'other' && sameAccount(family, token, formatsOf(family).nativeToken))
  );
}
