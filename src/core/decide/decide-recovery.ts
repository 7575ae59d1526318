import { spentGenerations } from '../swap/spent-generations.ts';
import { type Reason, type RecoveryKind, type Snapshot, type Step, stopOf } from '../swap/swap.ts';
import { type Decision, wait } from './decision.ts';
import type { Policy } from './policy.ts';
import { isCause, reviewEndsBy } from './review-causes.ts';
import { isGivenUp, waitForPerson } from './wait-for-person.ts';

/**
 * What to do if the money waits on a bridge until our transaction fetches it: back (refund) or over
 * (claim).
 */
export function decideRecovery(
  snapshot: Snapshot,
  kind: RecoveryKind,
  payment: Step,
  nextAsk: number,
  policy: Policy,
): Decision {
  const { swap, order } = snapshot;
  const stopped = stopOf(snapshot, kind);
  const endsBy = reviewEndsBy(swap);
  const state = kind === 'refund' ? 'refunding' : 'claiming';
  if (swap.state === 'needs_review') {
    if (isGivenUp(swap)) return wait(nextAsk, swap.reason);
    // Any other reason is a lasting failure of the recovery: a person knows, and it is retried.
    if (endsBy === 'recovery' || endsBy === 'status')
      return { kind: 'transition', state, fundsState: 'in_flight' };
  } else if (swap.state !== state) {
    return { kind: 'transition', state, fundsState: 'in_flight' };
  }
  // A reorg that undoes the payment would also undo what is to be fetched.
  if (payment.outcome !== 'landed' || !order) return wait(policy.settlementPoll);
  if (isCause(stopped, 'WALLET_FROZEN'))
    return waitForPerson(snapshot, 'in_flight', nextAsk, stopped);
  if (stopped) return wait(policy.settlementPoll, stopped);
  if (spentGenerations(snapshot, (step) => step.kind === kind) >= policy.maxGenerations) {
    return waitForPerson(snapshot, 'in_flight', nextAsk, recoveryFailed(kind));
  }
  return { kind: 'execute', step: kind, order, payment };
}

function recoveryFailed(kind: RecoveryKind): Reason {
  return {
    code: 'RECOVERY_FAILED',
    message: `the ${kind} failed on its chain too often; fetch the money from the bridge, then resolve the swap`,
  };
}
