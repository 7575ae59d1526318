import { movesMoney, type Reason, type Snapshot, type Step } from '../swap/swap.ts';
import { type Decision, type Observation, wait } from './decision.ts';
import { followOn } from './follow-on.ts';
import type { Policy } from './policy.ts';
import { waitForPerson } from './wait-for-person.ts';

/** A step whose proof does not fit what the chain shows, if there is one. */
export function doubtedStep({ steps }: Pick<Snapshot, 'steps'>): Step | undefined {
  return steps.find(({ lease }) => lease?.doubt !== undefined);
}

/** A proof that is in doubt is proven again before anything else happens for the swap. */
export function decideDoubted(
  snapshot: Snapshot,
  step: Step,
  observation: Observation,
  now: number,
  policy: Policy,
): Decision {
  if (observation.kind !== 'failed') return { kind: 'prove', step };
  return followOn(snapshot, step.lease?.attempts[0]?.signedAt ?? now, observation, now, policy);
}

/** A step about whose money two proofs contradict each other, if there is one. */
export function disputedStep({ steps }: Pick<Snapshot, 'steps'>): Step | undefined {
  return steps.find(({ disputed, kind }) => disputed && movesMoney(kind));
}

/** Only a person can tell what was paid. What the journal said of it when it found out stays. */
export function decideDisputed(snapshot: Snapshot, { kind, chain }: Step, policy: Policy): Decision {
  const message = `two proofs contradict each other about its ${kind} on ${chain}; look at its transactions, the money may have been paid twice`;
  const reason: Reason = { code: 'PROOF_CONTRADICTED', message };
  const decision = waitForPerson(snapshot, 'unknown', policy.retryMax, reason);
  return decision.kind === 'wait' ? wait(decision.delay) : decision;
}
