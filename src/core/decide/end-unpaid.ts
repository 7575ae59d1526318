import type { Reason, Snapshot } from '../swap/swap.ts';
import { type Decision, wait } from './decision.ts';
import type { Policy } from './policy.ts';

/**
 * Ends a swap that has paid nothing, but not while a transaction of it is still under way: that one
 * is followed first. `meanwhile` is why it waits for it.
 */
export function endUnpaid(
  snapshot: Snapshot,
  state: 'failed' | 'expired' | 'cancelled',
  reason: Reason,
  policy: Policy,
  meanwhile: Reason = reason,
): Decision {
  if (isUnderWay(snapshot)) return wait(policy.settlementPoll, meanwhile);
  return { kind: 'transition', state, fundsState: 'untouched', reason };
}

/** Whether a transaction of the swap is signed, and not proven to be over. */
export function isUnderWay({ steps }: Pick<Snapshot, 'steps'>): boolean {
  return steps.some(({ outcome, lease }) => outcome === 'open' && lease?.state === 'signed');
}
