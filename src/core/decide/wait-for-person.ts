import type { FundsState, Reason, Snapshot, Swap } from '../swap/swap.ts';
import { type Decision, wait } from './decision.ts';
import { reviewEndsBy } from './review-causes.ts';

/**
 * Nothing is signed again until a person decides or the deposit turns out right, whatever status
 * the routing service reports.
 */
export function isGivenUp(swap: Swap): boolean {
  const end = reviewEndsBy(swap);
  return end === 'person' || end === 'deposit';
}

/** Moves to `needs_review`, or stays there and keeps looking: late evidence still counts. */
export function waitForPerson(
  snapshot: Snapshot,
  fundsState: FundsState,
  delay: number,
  reason: Reason,
): Decision {
  const { swap } = snapshot;
  const isReported = swap.state === 'needs_review' && swap.reason?.code === reason.code;
  return isReported || isGivenUp(swap)
    ? wait(delay, reason)
    : { kind: 'transition', state: 'needs_review', fundsState, reason };
}
