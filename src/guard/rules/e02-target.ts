import type { Chain } from '../../core/swap/chains.ts';
import type { GuardRequest } from '../../ports/guard.ts';
import type { CallEffects } from '../effects.ts';
import { findInspected } from '../find-inspected.ts';
import { findingsOf, type Rule, type RuleFinding, reject } from '../rule.ts';
import { sameAddress } from '../same-address.ts';

/** WETH9 `deposit()` and `withdraw(uint256)`, with the length of their calldata. */
const wrapping: ReadonlyMap<string, number> = new Map([
  ['0xd0e30db0', 2 + 8],
  ['0x2e1a7d4d', 2 + 8 + 64],
]);

/**
 * E02. A swap, a refund or a claim calls a contract that is neither a token nor the wallet: a
 * direct call of a token can give away allowances and balances. The canonical wrapped native coin
 * may be called only to wrap and unwrap.
 */
export const target: Rule<CallEffects> = {
  id: 'E02',
  check: targetFindings,
};

export function targetFindings(
  effects: CallEffects,
  { chain, job, lease }: GuardRequest,
): RuleFinding[] {
  const { family, target: address } = effects;
  const facts = findInspected(effects, address);
  const isToken =
    facts?.isToken ||
    sameAddress(family, address, job.from.token) ||
    sameAddress(family, address, job.to.token);
  return findingsOf(
    !facts && reject('the simulation did not inspect the target', { target: address }),
    facts && !facts.hasCode && reject('the target is no contract', { target: address }),
    isToken && !isWrapping(effects, chain) && reject('the target is a token', { target: address }),
    sameAddress(family, address, lease.account) &&
      reject('the target is the wallet itself', { target: address }),
  );
}

function isWrapping(
  { family, target: address, selector, data }: CallEffects,
  { wrappedNative }: Chain,
): boolean {
  return (
    sameAddress(family, address, wrappedNative) && wrapping.get(selector ?? '') === data.length
  );
}
