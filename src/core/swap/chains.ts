import { type Chain, families, formatsOf } from '../../families/formats.ts';
import { sameAccount } from './same-account.ts';

/** The built-in facts of each chain. Endpoints and local chain ids come from the configuration. */

export {
  type Chain,
  defaultFamily,
  type Family,
  families,
  formatsOf,
} from '../../families/formats.ts';

/** A chain's identifier in the routing service's interface, such as `ETH` or `ARBITRUM`. */
export type ChainName = string;

/**
 * A token's address in its family's canonical form; the native coin has a fixed form per family.
 */
export type TokenAddress = string;

/** Mainnet values. The configuration may override ids, depths and times (sandbox, testnets). */
export const chainRegistry: Readonly<Record<ChainName, Chain>> = Object.assign(
  {},
  ...families.map((family) => formatsOf(family).chains),
);

/** Whether a token address, in any spelling, is the chain's native coin. */
export function isNativeToken(
  { family, nativeToken }: Pick<Chain, 'family' | 'nativeToken'>,
  token: string,
): boolean {
  return sameAccount(family, token, nativeToken.address);
}
