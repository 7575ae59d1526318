import { type Decision, wait } from './decision.ts';
import type { FundsState, Reason, Snapshot } from './swap.ts';

/** Goes to `needs_review`, or stays there and keeps looking: late evidence still counts. */
export function waitForPerson(snapshot: Snapshot, fundsState: FundsState, delay: number, reason: Reason): Decision {
  const { swap } = snapshot;
  return swap.state === 'needs_review' && swap.reason?.code === reason.code
    ? wait(delay, reason)
    : { kind: 'transition', state: 'needs_review', fundsState, reason };
}
