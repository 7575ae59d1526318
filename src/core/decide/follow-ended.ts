import type { Snapshot } from '../swap/swap.ts';
import { decideStep } from './decide-step.ts';
import { doubtedStep } from './decide-uncertain.ts';
import { type Decision, type Observation, wait } from './decision.ts';
import { type Policy, retryDelay } from './policy.ts';

/**
 * What is still done for a swap that has ended. A person may end a swap while a transaction of it
 * is signed and not proven. Ferryman follows that transaction to its proof (law 8), and cancels it
 * if its chain allows that. The swap's reason does not change.
 */
export function followEnded(
  snapshot: Snapshot,
  observation: Observation,
  now: number,
  policy: Policy,
): Decision {
  const signed = snapshot.steps.filter(
    ({ outcome, lease }) => outcome === 'open' && lease?.state === 'signed',
  );
  const doubted = doubtedStep(snapshot);
  if (signed.length === 0 && !doubted) return { kind: 'done' };
  if (observation.kind === 'failed' || observation.kind === 'judged') {
    return { kind: 'wait', delay: retryDelay(policy, snapshot.swap), failed: true };
  }
  if (doubted) return { kind: 'prove', step: doubted };
  for (const step of signed) {
    const decision = decideStep(snapshot, step, observation, now, policy);
    if (decision) return decision.kind === 'wait' ? wait(decision.delay) : decision;
  }
  return wait(policy.resendAfter);
}
