import { acceptedMinimum } from '../../core/swap/accepted-expectation.ts';
import { feeFindings } from '../fee-findings.ts';
import { floorFindings } from '../price-floor.ts';
import { findingsOf, orderRule, requote } from '../rule.ts';

/**
 * G07. The order's minimum is not below the job's bound, and not above what the order expects. By
 * prices that do not come from the router, the minimum is worth what the job sells, less the
 * policy's tolerance and the job's slippage; a price that is missing, stale or disputed holds the
 * swap. Fees are within the policy's limits. A bad quote costs the whole amount where nothing else
 * bounds it.
 */
export const floor = orderRule({
  id: 'G07',
  checkOrder(request) {
    const { order, job } = request;
    const { minOut, expectedOut } = order;
    const least = acceptedMinimum(job, order);
    return [
      ...findingsOf(
        minOut < least && requote('the order’s minimum is below the job’s', { minOut, least }),
        minOut <= 0n && requote('the order promises nothing', { minOut }),
        expectedOut < minOut &&
          requote('the order expects less than it promises', { expectedOut, minOut }),
      ),
      ...(request.repeats ? [] : [...floorFindings(request), ...feeFindings(request)]),
    ];
  },
});
