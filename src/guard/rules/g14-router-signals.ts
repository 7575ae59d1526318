import { parseDecimal } from '../../core/amounts/parse-decimal.ts';
import {
  findingsOf,
  hold,
  type OrderRuleRequest,
  orderRule,
  type RuleFinding,
  requote,
} from '../rule.ts';

/**
 * G14. The router itself reports nothing that a person should see first: no warning that the policy
 * does not accept, no price impact above its limit, no private or dangerous route. The router is
 * not trusted, but what it says against its own order counts.
 */
export const routerSignals = orderRule({
  id: 'G14',
  checkOrder(request) {
    if (request.repeats) return [];
    const { signals } = request.order;
    if (!signals) return [requote('nothing is stored of what the router says about the order')];
    const { acceptedWarnings } = request.guardPolicy.limits;
    return [
      ...signals.warnings
        .filter((code) => !acceptedWarnings.includes(code))
        .map((code) => seen(`warning ${code}`, `the router warns: ${code}`)),
      ...signals.flags.map((flag) => seen(`mark ${flag}`, `the router marks the route: ${flag}`)),
      ...impactFindings(signals.priceImpact, request),
    ];
  },
});

/** A gain is as odd as a loss, and services differ in the sign. */
function impactFindings(
  priceImpact: string | undefined,
  { guardPolicy: { limits } }: OrderRuleRequest,
): RuleFinding[] {
  if (priceImpact === undefined) return [];
  const bps = parseDecimal(priceImpact, 2);
  const limit = BigInt(limits.priceImpactBps);
  const isWithin = bps !== undefined && bps <= limit && bps >= -limit;
  const what = `a price impact of ${priceImpact} %`;
  return findingsOf(
    !isWithin && seen(what, `the router reports ${what}`, { limitBps: `${limits.priceImpactBps}` }),
  );
}

function seen(what: string, message: string, facts: Record<string, string> = {}): RuleFinding {
  return hold({ kind: 'finding', rule: 'G14', what }, message, facts);
}
