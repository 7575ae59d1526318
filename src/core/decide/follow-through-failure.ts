import type { Snapshot } from '../swap/swap.ts';
import { type Decision, type Observation, waitAfterFailure } from './decision.ts';
import { type Policy, retryDelay } from './policy.ts';

/**
 * A signed step is followed through every failure of ours. A lasting failure is shown to a person.
 */
export function followThroughFailure(
  { swap }: Snapshot,
  signedAt: number,
  failure: Extract<Observation, { kind: 'failed' | 'judged' }>,
  now: number,
  policy: Policy,
): Decision {
  const { reason } = failure;
  // This failure is no fault of the swap: it waits until the operator configures the path.
  const waitsForPath = reason.code === 'ROUTER_PATH_NOT_FOUND';
  const isOverdue =
    !waitsForPath &&
    now >= signedAt + policy.reviewAfter &&
    swap.consecutiveFailures >= policy.reviewAfterFailures;
  if (isOverdue && swap.state !== 'needs_review') {
    return { kind: 'transition', state: 'needs_review', fundsState: swap.fundsState, reason };
  }
  const asked = failure.kind === 'failed' ? (failure.retryAfter ?? 0) : 0;
  return waitAfterFailure(Math.max(asked, retryDelay(policy, swap)), reason);
}
