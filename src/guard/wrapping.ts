import type { Chain } from '../core/swap/chains.ts';
import type { CallEffects } from './effects.ts';
import { sameAddress } from './same-address.ts';

/** WETH9 `deposit()` and `withdraw(uint256)`, with the length of their calldata. */
const wrapping: ReadonlyMap<string, number> = new Map([
  ['0xd0e30db0', 2 + 8],
  ['0x2e1a7d4d', 2 + 8 + 64],
]);

/** Whether a call only wraps or unwraps the chain's coin, in the canonical contract. */
export function isWrapping(
  { family, target, selector, data }: CallEffects,
  { wrappedNative }: Pick<Chain, 'wrappedNative'>,
): boolean {
  return sameAddress(family, target, wrappedNative) && wrapping.get(selector ?? '') === data.length;
}
