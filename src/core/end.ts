import { type Decision, wait } from './decision.ts';
import type { Policy } from './policy.ts';
import type { FundsState, Reason, Snapshot, Step } from './swap.ts';

/** Ends a swap, but not while a transaction of it is still under way: that one is followed first. */
export function end(
  snapshot: Snapshot,
  state: 'failed' | 'expired' | 'cancelled',
  fundsState: FundsState,
  reason: Reason,
  policy: Policy,
): Decision {
  const underWay = snapshot.steps.some((step) => step.outcome === 'open' && step.lease?.state === 'signed');
  return underWay ? wait(policy.settlementPoll, reason) : { kind: 'transition', state, fundsState, reason };
}

/** How many generations of some kind of step were signed for nothing. */
export function spentGenerations(snapshot: Snapshot, of: (step: Step) => boolean): number {
  return snapshot.steps.filter((step) => of(step) && (step.outcome === 'dead' || step.outcome === 'reverted_final'))
    .length;
}
