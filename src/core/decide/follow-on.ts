import type { Snapshot } from '../swap/swap.ts';
import { type Decision, type Observation, waitAfterFailure } from './decision.ts';
import { type Policy, retryDelay } from './policy.ts';

/**
 * What was signed is followed through any failure of ours, never given up; a person is told of one
 * that stays.
 */
export function followOn(
  { swap }: Snapshot,
  signedAt: number,
  failure: Extract<Observation, { kind: 'failed' | 'judged' }>,
  now: number,
  policy: Policy,
): Decision {
  const { reason } = failure;
  // It says nothing about the swap, which waits until the operator sets the path.
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
