import { describeAmount, formatAmount, lessBps } from '../core/amounts/amounts.ts';
import { lowerOf } from '../core/amounts/lower-of.ts';
import type { Job } from '../core/swap/job.ts';
import { routerIdOf } from '../core/swap/router-id.ts';
import { slippageBesideMinimumBps } from '../core/swap/slippage-beside-minimum.ts';
import { stepAbove, stepBelow } from './coarse.ts';
import { fixedFeeUsd } from './fixed-fee.ts';
import { percent, priceOf, usd, worth } from './price-of.ts';
import {
  aboutPrice,
  findingsOf,
  hold,
  type OrderRuleRequest,
  type RuleFinding,
  requote,
} from './rule.ts';

/**
 * By independent prices, the order's minimum, and what it expects less the slippage, is worth what
 * the job sells, less the tolerance of the tokens' class and the slippage. The form of the job's
 * bound makes no difference: a minimum of 1 is no bound. The fixed fee, which the wallet pays
 * besides, is not worth it either: an order that is below the floor only with its fee is for a
 * person to decide on, because another one costs as much. A small fee, by the policy, counts nothing:
 * small jobs would never pass.
 */
export function floorFindings(request: OrderRuleRequest): RuleFinding[] {
  const { job, order, guardPolicy } = request;
  const [sold, bought] = [priceOf(job.from, request), priceOf(job.to, request)];
  const findings = [...sold.findings, ...bought.findings, ...slippageFindings(request)];
  if (sold.usdE18 === undefined || bought.usdE18 === undefined)
    return sold.isExempt || bought.isExempt
      ? [...findings, ...unboundedFindings(request)]
      : [...findings, withoutFloor(request)];
  const { majorToleranceBps, otherToleranceBps } = guardPolicy.prices;
  const areMajor = sold.class === 'major' && bought.class === 'major';
  const slippageBps = slippageOf(job);
  const soldUsd = worth(job.amount, job.from.decimals, sold.usdE18.sold);
  const tolerated = lessBps(soldUsd, areMajor ? majorToleranceBps : otherToleranceBps);
  const leastUsd = lessBps(tolerated, slippageBps);
  const worthOf = (amount: bigint): bigint =>
    worth(amount, job.to.decimals, bought.usdE18?.bought ?? 0n);
  const minimumUsd = worthOf(order.minOut);
  const expectedUsd = worthOf(lessBps(order.expectedOut, slippageBps));
  const facts = { sold: usd(soldUsd), least: usd(leastUsd) };
  const below = findingsOf(
    minimumUsd < leastUsd &&
      aboutPrice(
        requote('the order’s minimum is worth less than what the job sells', {
          ...facts,
          minimum: usd(minimumUsd),
          minOut: formatAmount(order.minOut, job.to.decimals),
        }),
      ),
    expectedUsd < leastUsd &&
      aboutPrice(
        requote('what the order expects is worth less than what the job sells', {
          ...facts,
          expected: usd(expectedUsd),
        }),
      ),
  );
  if (below.length > 0) return [...findings, ...below];
  const feeUsd = fixedFeeUsd(request) ?? 0n;
  const spareUsd = lowerOf(minimumUsd, expectedUsd) - leastUsd;
  return feeUsd > guardPolicy.prices.feeToleranceUsdE18 && feeUsd > spareUsd
    ? [...findings, feeBelowFloor(feeUsd, soldUsd, facts)]
    : findings;
}

/** The floor lets a job lose its slippage, so the policy bounds that, too. */
function slippageFindings({ job, guardPolicy: { limits } }: OrderRuleRequest): RuleFinding[] {
  const slippageBps = slippageOf(job);
  const shown = percent(BigInt(slippageBps));
  return findingsOf(
    job.bound.kind === 'slippage' &&
      slippageBps > limits.slippageBps &&
      hold(
        { kind: 'finding', rule: 'G07', what: `a slippage of ${shown}` },
        `the job allows a slippage of ${shown}, above the policy’s limit of ${percent(BigInt(limits.slippageBps))}`,
        { slippageBps: `${slippageBps}`, limitBps: `${limits.slippageBps}` },
      ),
  );
}

/** Without a price, the person who admits the order bounds it by its minimum. */
function withoutFloor({ job, order }: OrderRuleRequest): RuleFinding {
  const least = describeAmount(stepBelow(order.minOut, 'fine'), job.to);
  const sold = describeAmount(job.amount, job.from);
  const what = `${sold} for at least ${least}, without a price floor`;
  return hold(
    { kind: 'finding', rule: 'G07', what },
    'no price bounds what the order brings: compare it with the market yourself',
    { minOut: formatAmount(order.minOut, job.to.decimals), sold },
  );
}

/** Another order is asked for with a quote, because the policy has no floor for the tokens. */
function unboundedFindings({ job, order }: OrderRuleRequest): RuleFinding[] {
  return findingsOf(
    job.bound.kind === 'slippage' &&
      routerIdOf(order) === undefined &&
      requote('neither a quote, nor a minimum of the job, nor a price bounds the order'),
  );
}

function feeBelowFloor(
  feeUsd: bigint,
  soldUsd: bigint,
  facts: Record<string, string>,
): RuleFinding {
  const bps = soldUsd === 0n ? 10_000n : (feeUsd * 10_000n + soldUsd - 1n) / soldUsd;
  const share = percent(stepAbove(bps, 'fine'));
  const what = `a fixed fee of up to ${share} of what the job sells`;
  return hold(
    { kind: 'finding', rule: 'G07', what },
    'with its fixed fee, the order is worth less than what the job sells',
    { ...facts, fee: usd(feeUsd) },
  );
}

/** Beside a minimum, Ferryman asks for orders with a slippage of its own. */
function slippageOf({ bound }: Pick<Job, 'bound'>): number {
  return bound.kind === 'slippage' ? bound.slippageBps : slippageBesideMinimumBps;
}
