import type { Observation } from '../../core/decide/decision.ts';
import type { Snapshot } from '../../core/swap/swap.ts';
import type { PlannedStep } from './plan-step.ts';

/** A step of a swap that is to be put on its chain. */
export interface Candidate {
  snapshot: Snapshot;
  planned: PlannedStep;
}

/** What came of it for one swap: what `decide` is told, or what was thrown. */
export type Outcome = { observation: Observation } | { error: unknown };

/** Says what came of it for one of them. */
export type Tell = (candidate: Candidate, outcome: Outcome) => void;
