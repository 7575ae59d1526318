import { contractFindings } from '../contract-findings.ts';
import type { CallEffects } from '../effects.ts';
import type { Rule, RuleFinding, RuleRequest } from '../rule.ts';
import { targetFaults } from '../target-faults.ts';
import { isWrapping } from '../wrapping.ts';

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
  const { chain, intent } = request;
  const { target: address, selector } = effects;
  const provider = intent.kind === 'swap' ? intent.order.provider : undefined;
  const faults = targetFaults(effects, request);
  // No person should be asked to admit what no approval makes right.
  if (faults.length > 0 || isWrapping(effects, chain) || address === undefined) return faults;
  return contractFindings(effects, request, { kind: 'target', address, provider, selector });
}
