import { type ChainName, type Family, formatsOf, type TokenAddress } from './chains.ts';
import { isNativeAsset } from './is-native-asset.ts';
import { sameAccount } from './same-account.ts';

interface TokenOnChain {
  /** `other`: a family that Ferryman does not sign for. */
  family: Family | 'other';
  chain: ChainName;
  /** In the canonical form. */
  token: TokenAddress;
}

/**
 * Whether an entry of the policy, of the same chain, names a token. The policy was read, so its
 * address has a form of the chain, and its checksum is right. `native`: the chain's coin.
 */
export function namesToken(named: TokenAddress, { family, chain, token }: TokenOnChain): boolean {
  if (named === 'native') return isNativeAsset(family, chain, token);
  if (family === 'other' || formatsOf(family).ignoresCase) return sameAccount(family, named, token);
  return formatsOf(family).isSameAddress(named, token);
}
