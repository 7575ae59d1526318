import { type Decision, wait } from './decision.ts';
import type { Policy } from './policy.ts';
import { type FundsState, isLiving, type Reason, type Snapshot, type Step } from './swap.ts';

/** Ends a swap, but not while a transaction of it is still under way: that one is followed first. */
export function end(
  snapshot: Snapshot,
  state: 'failed' | 'expired' | 'cancelled',
  fundsState: FundsState,
  reason: Reason,
  policy: Policy,
): Decision {
  return isUnderWay(snapshot) ? wait(policy.settlementPoll, reason) : { kind: 'transition', state, fundsState, reason };
}

/** Whether a transaction of the swap is signed, and not proven to be over. */
export function isUnderWay({ steps }: Pick<Snapshot, 'steps'>): boolean {
  return steps.some(({ outcome, lease }) => outcome === 'open' && lease?.state === 'signed');
}

/** How many generations of some kind of step were signed for nothing; what was never signed has cost nothing. */
export function spentGenerations(snapshot: Snapshot, of: (step: Step) => boolean): number {
  const isSpent = (step: Step): boolean => !isLiving(step) && (step.lease?.attempts.length ?? 0) > 0;
  return snapshot.steps.filter((step) => of(step) && isSpent(step)).length;
}
