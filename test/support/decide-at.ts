import { decide } from '../../src/core/decide/decide.ts';
import type { Decision, Observation } from '../../src/core/decide/decision.ts';
import { defaultPolicy } from '../../src/core/decide/policy.ts';
import type { Snapshot } from '../../src/core/swap/swap.ts';
import { noon } from './snapshot.ts';

export const none: Observation = { kind: 'none' };

/** What is decided at noon, or at another time, after nothing or after what an effect has told. */
export function decideAt(
  snapshot: Snapshot,
  observation: Observation = none,
  now = noon,
): Decision {
  return decide(snapshot, observation, now, defaultPolicy);
}

export function failed(next: 'retry' | 'requote' | 'stop' | 'review'): Observation {
  return { kind: 'failed', reason: { code: 'X', message: 'x' }, next };
}
