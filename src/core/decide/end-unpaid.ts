import type { Reason, Snapshot } from '../swap/swap.ts';
import { type Decision, wait } from './decision.ts';
import type { Policy } from './policy.ts';

/**
 * Ends a swap that has paid nothing. If a transaction of it is in flight, waits for that first,
 * with the reason `meanwhile`.
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

/** Whether a transaction of the swap is signed and has no proof yet. */
export function isUnderWay({ steps }: Pick<Snapshot, 'steps'>): boolean {
  return steps.some(({ outcome, lease }) => outcome === 'open' && lease?.state === 'signed');
}
