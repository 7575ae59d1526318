import { minimumOut } from '../../core/swap/job.ts';
import { findingsOf, type Rule, requote } from '../rule.ts';

/** G07. The order's minimum is not below the job's bound, and not above what the order expects. */
export const floor: Rule = {
  id: 'G07',
  check(_effects, { intent, job }) {
    if (intent.kind !== 'swap' && intent.kind !== 'deposit') return [];
    const { minOut, expectedOut } = intent.order;
    const least = minimumOut(job, intent.order);
    return findingsOf(
      minOut < least && requote('the order’s minimum is below the job’s', { minOut, least }),
      minOut <= 0n && requote('the order promises nothing', { minOut }),
      expectedOut < minOut &&
        requote('the order expects less than it promises', { expectedOut, minOut }),
    );
  },
};
