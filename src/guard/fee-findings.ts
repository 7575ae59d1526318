import { describeAmount } from '../core/amounts/amounts.ts';
import { parseDecimal } from '../core/amounts/parse-decimal.ts';
import { stepAbove } from './coarse.ts';
import { fixedFeeUsd, priceOfCoin } from './fixed-fee.ts';
import { admittedOn } from './policy/guard-policy.ts';
import { percent, usd } from './price-of.ts';
import { findingsOf, hold, type OrderRuleRequest, type RuleFinding } from './rule.ts';

/** The fees that an order declares are within the policy's limits. A person may accept higher ones. */
export function feeFindings(request: OrderRuleRequest): RuleFinding[] {
  return [...percentFindings(request), ...fixedFindings(request)];
}

function percentFindings({ order, guardPolicy: { limits } }: OrderRuleRequest): RuleFinding[] {
  const fee = order.signals?.percentFee;
  if (fee === undefined) return [];
  const bps = parseDecimal(fee, 2);
  const isNumber = bps !== undefined && bps >= 0n;
  if (isNumber && bps <= BigInt(limits.percentFeeBps)) return [];
  const what = isNumber
    ? `a percent fee of up to ${percent(stepAbove(bps, 'fine'))} by ${order.provider}`
    : `a fee of ${fee} %`;
  return [
    hold({ kind: 'finding', rule: 'G07', what }, `the order takes a fee of ${fee} %`, {
      percent: fee,
      limitBps: `${limits.percentFeeBps}`,
    }),
  ];
}

/** In the chain's coin if the policy has a bound in it, otherwise in US dollars. */
function fixedFindings(request: OrderRuleRequest): RuleFinding[] {
  const { order, chain, job, guardPolicy } = request;
  const { declaredFee } = order;
  if (declaredFee <= 0n) return [];
  const { nativeToken } = chain;
  const shown = describeAmount(declaredFee, nativeToken);
  const admits = describeAmount(stepAbove(declaredFee, 'fine'), nativeToken);
  const tooHigh = (limit: string, facts: Record<string, string>) =>
    hold(
      { kind: 'finding', rule: 'G07', what: `a fixed fee of up to ${admits}` },
      `the order’s fixed fee of ${shown} ${limit}`,
      facts,
    );
  const { fixedFee } = admittedOn(guardPolicy, chain.name);
  if (fixedFee !== undefined)
    return findingsOf(
      declaredFee > fixedFee &&
        tooHigh('is above the policy’s', { limit: describeAmount(fixedFee, nativeToken) }),
    );
  const price = priceOfCoin(request, request);
  const feeUsd = fixedFeeUsd(request);
  if (feeUsd === undefined)
    return price.isExempt && guardPolicy.prices.unpriced === 'any'
      ? []
      : [tooHigh('has no price and no bound', {})];
  const limit = guardPolicy.limits.fixedFeeUsdE18;
  const isJudged = [job.from, job.to].some(
    ({ chain: name, token }) => name === chain.name && token === nativeToken.address,
  );
  return [
    // The floor has judged the prices of the job's tokens.
    ...(isJudged ? [] : price.findings),
    ...findingsOf(
      feeUsd > limit && tooHigh('is above the policy’s', { fee: usd(feeUsd), limit: usd(limit) }),
    ),
  ];
}
