import type { Observation } from '../../core/decide/decision.ts';
import type { SwapStep } from '../effects/swap-step.ts';

/** What came of a payment: what `decide` is told, or what was thrown. */
export type Outcome = { observation: Observation } | { error: unknown };

/** Says what came of one payment of a batch. */
export type Report = (payment: SwapStep, outcome: Outcome) => void;
