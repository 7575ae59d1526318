import { formatAmount, lessBps } from '../core/amounts/amounts.ts';
import type { Job } from '../core/swap/job.ts';
import { slippageBesideMinimumBps } from '../core/swap/slippage-beside-minimum.ts';
import { priceOf, usd, worth } from './price-of.ts';
import { findingsOf, type OrderRuleRequest, type RuleFinding, requote } from './rule.ts';

/**
 * By independent prices, the order's minimum, and what it expects less the slippage, is worth what
 * the job sells, less the tolerance of the tokens' class and the slippage. The form of the job's
 * bound makes no difference: a minimum of 1 is no bound.
 */
export function floorFindings(request: OrderRuleRequest): RuleFinding[] {
  const { job, order, guardPolicy } = request;
  const [sold, bought] = [priceOf(job.from, request), priceOf(job.to, request)];
  const findings = [...sold.findings, ...bought.findings];
  if (sold.usdE18 === undefined || bought.usdE18 === undefined) return findings;
  const { majorToleranceBps, otherToleranceBps } = guardPolicy.prices;
  const areMajor = sold.class === 'major' && bought.class === 'major';
  const slippageBps = slippageOf(job);
  const soldUsd = worth(job.amount, job.from.decimals, sold.usdE18);
  const tolerated = lessBps(soldUsd, areMajor ? majorToleranceBps : otherToleranceBps);
  const leastUsd = lessBps(tolerated, slippageBps);
  const minimumUsd = worth(order.minOut, job.to.decimals, bought.usdE18);
  const expectedUsd = worth(
    lessBps(order.expectedOut, slippageBps),
    job.to.decimals,
    bought.usdE18,
  );
  const facts = { sold: usd(soldUsd), least: usd(leastUsd) };
  return [
    ...findings,
    ...findingsOf(
      minimumUsd < leastUsd &&
        requote('the order’s minimum is worth less than what the job sells', {
          ...facts,
          minimum: usd(minimumUsd),
          minOut: formatAmount(order.minOut, job.to.decimals),
        }),
      expectedUsd < leastUsd &&
        requote('what the order expects is worth less than what the job sells', {
          ...facts,
          expected: usd(expectedUsd),
        }),
    ),
  ];
}

/** Beside a minimum, Ferryman asks for orders with a slippage of its own. */
function slippageOf({ bound }: Pick<Job, 'bound'>): number {
  return bound.kind === 'slippage' ? bound.slippageBps : slippageBesideMinimumBps;
}
