import type { Chain } from '../../core/swap/chains.ts';
import { contractFindings } from '../admission.ts';
import type { CallEffects } from '../effects.ts';
import { findInspected } from '../find-inspected.ts';
import { findingsOf, type Rule, type RuleFinding, type RuleRequest, reject } from '../rule.ts';
import { sameAddress } from '../same-address.ts';

/** WETH9 `deposit()` and `withdraw(uint256)`, with the length of their calldata. */
const wrapping: ReadonlyMap<string, number> = new Map([
  ['0xd0e30db0', 2 + 8],
  ['0x2e1a7d4d', 2 + 8 + 64],
]);

/**
 * E02. A swap, a refund or a claim calls a contract that the policy names. It is neither a token nor
 * the wallet: a direct call of a token can give away allowances and balances. The canonical wrapped
 * native coin needs no entry, and may be called only to wrap and unwrap.
 */
export const target: Rule<CallEffects> = {
  id: 'E02',
  check: targetFindings,
};

export function targetFindings(effects: CallEffects, request: RuleRequest): RuleFinding[] {
  const { chain, job, lease, intent } = request;
  const { family, target: address } = effects;
  const facts = findInspected(effects, address);
  const isToken =
    facts?.isToken ||
    sameAddress(family, address, job.from.token) ||
    sameAddress(family, address, job.to.token);
  const provider = intent.kind === 'swap' ? intent.order.provider : undefined;
  const wraps = isWrapping(effects, chain);
  const faults = findingsOf(
    !facts && reject('the simulation did not inspect the target', { target: address }),
    facts && !facts.hasCode && reject('the target is no contract', { target: address }),
    isToken && !wraps && reject('the target is a token', { target: address }),
    sameAddress(family, address, lease.account) &&
      reject('the target is the wallet itself', { target: address }),
  );
  // Nobody should be asked to admit what no approval makes right.
  if (faults.length > 0 || wraps || address === undefined) return faults;
  const { selector } = effects;
  return contractFindings(effects, request, { kind: 'target', address, provider, selector });
}

function isWrapping(
  { family, target: address, selector, data }: CallEffects,
  { wrappedNative }: Chain,
): boolean {
  return (
    sameAddress(family, address, wrappedNative) && wrapping.get(selector ?? '') === data.length
  );
}
