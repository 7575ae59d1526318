import type { CallEffects } from './effects.ts';
import { findInspected } from './find-inspected.ts';
import { findingsOf, type RuleFinding, type RuleRequest, reject } from './rule.ts';
import { sameAddress } from './same-address.ts';
import { isWrapping } from './wrapping.ts';

/**
 * What no admission makes right: the target of a call is no contract, a token, or the wallet. A
 * direct call of a token can give away allowances and balances.
 */
export function targetFaults(
  effects: CallEffects,
  { chain, job, lease }: RuleRequest,
): RuleFinding[] {
  const { family, target } = effects;
  const facts = findInspected(effects, target);
  const isToken =
    facts?.isToken ||
    sameAddress(family, target, job.from.token) ||
    sameAddress(family, target, job.to.token);
  return findingsOf(
    !facts && reject('the simulation did not inspect the target', { target }),
    facts && !facts.hasCode && reject('the target is no contract', { target }),
    isToken && !isWrapping(effects, chain) && reject('the target is a token', { target }),
    sameAddress(family, target, lease.account) &&
      reject('the target is the wallet itself', { target }),
  );
}
