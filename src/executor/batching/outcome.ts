import type { Observation } from '../../core/decide/decision.ts';
import type { SwapStep } from '../effects/swap-step.ts';

/** The outcome of a payment: an observation for `decide`, or what was thrown. */
export type Outcome = { observation: Observation } | { error: unknown };

/** Reports the outcome of one payment of a batch. */
export type Report = (payment: SwapStep, outcome: Outcome) => void;
