import { describeAmount } from '../core/amounts/amounts.ts';
import { parseDecimal } from '../core/amounts/parse-decimal.ts';
import { admittedOn } from './policy/guard-policy.ts';
import { priceOf, usd, worth } from './price-of.ts';
import { findingsOf, hold, type OrderRuleRequest, type RuleFinding } from './rule.ts';

/** The fees that an order declares are within the policy's limits. A person may accept higher ones. */
export function feeFindings(request: OrderRuleRequest): RuleFinding[] {
  return [...percentFindings(request), ...fixedFindings(request)];
}

function percentFindings({ order, guardPolicy: { limits } }: OrderRuleRequest): RuleFinding[] {
  const percent = order.signals?.percentFee;
  if (percent === undefined) return [];
  const bps = parseDecimal(percent, 2);
  const isWithin = bps !== undefined && bps >= 0n && bps <= BigInt(limits.percentFeeBps);
  return findingsOf(
    !isWithin &&
      hold(
        { kind: 'finding', rule: 'G07', what: `a fee of ${percent} %` },
        `the order takes a fee of ${percent} %`,
        { percent, limitBps: `${limits.percentFeeBps}` },
      ),
  );
}

/** In the chain's coin if the policy has a bound in it, otherwise in US dollars. */
function fixedFindings(request: OrderRuleRequest): RuleFinding[] {
  const { order, chain, job, guardPolicy } = request;
  const { declaredFee } = order;
  if (declaredFee <= 0n) return [];
  const shown = describeAmount(declaredFee, chain.nativeToken);
  const tooHigh = (limit: string, facts: Record<string, string>) =>
    hold(
      { kind: 'finding', rule: 'G07', what: `a fixed fee of ${shown}` },
      `the order’s fixed fee of ${shown} ${limit}`,
      facts,
    );
  const { fixedFee } = admittedOn(guardPolicy, chain.name);
  if (fixedFee !== undefined)
    return findingsOf(
      declaredFee > fixedFee &&
        tooHigh('is above the policy’s', { limit: describeAmount(fixedFee, chain.nativeToken) }),
    );
  const { address: token, symbol, decimals } = chain.nativeToken;
  const { family } = job.from;
  const price = priceOf({ family, chain: chain.name, token, symbol }, request);
  if (price.usdE18 === undefined)
    return price.isExempt && guardPolicy.prices.unpriced === 'any'
      ? []
      : [tooHigh('has no price and no bound', {})];
  const feeUsd = worth(declaredFee, decimals, price.usdE18);
  const limit = guardPolicy.limits.fixedFeeUsdE18;
  return findingsOf(
    feeUsd > limit && tooHigh('is above the policy’s', { fee: usd(feeUsd), limit: usd(limit) }),
  );
}
